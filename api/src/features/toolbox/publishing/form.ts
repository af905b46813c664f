import type { Multipart, MultipartFile } from '@fastify/multipart';
import { MODULE } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { KeptFiles } from '../../files/service.ts';
import type { Incoming, Sender } from '../../files/service.ts';
import { FILE_RULES, fromReader, tooMany } from './file-fields.ts';
import type { FileField, ReceivedFile } from './file-fields.ts';
import { STORING } from './store-part.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { sentName } from '../../../platform/http/multipart.ts';

/** Where the files of modules lie before their module is stored, and after. */
export const INCOMING_MODULES: Incoming = {
  folder: 'modules',
  marks: 'incoming-modules',
  filesMax: 1 + MODULE.imagesMax + MODULE.videosMax,
};

/** A byte more than any file may have shows that it is too large. Texts: more bytes than the longest documentation has. */
const LIMITS = { files: 40, fileSize: MODULE.zipMaxBytes + 1, fields: 30, fieldSize: 256 * 1024, headerPairs: 20 };

/** What a form brought; its files lie in the store. */
export interface ReceivedForm {
  texts: Record<string, string>;
  files: Record<FileField, ReceivedFile[]>;
  /** What is wrong with its files: the first thing; the files after it were not kept. */
  refusal: AppError | undefined;
}

/** Where an upload is read from and kept. */
interface Receiving {
  request: FastifyRequest;
  store: Deps['files'];
  pictures: Deps['pictures'];
  sender: Sender;
  kept: KeptFiles;
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw fromReader(error);
  }
}

function fieldOf({ fieldname }: MultipartFile, fields: readonly FileField[]): FileField {
  const field = fields.find((one) => fieldname === one || fieldname === `${one}[]`);
  if (field === undefined) throw invalid({ [fieldname]: 'This form takes no such file' });
  return field;
}

async function storeFile(receiving: Receiving, form: ReceivedForm, part: MultipartFile, fields: readonly FileField[]) {
  const field = fieldOf(part, fields);
  if (form.files[field].length >= FILE_RULES[field].max) throw tooMany(field);
  const { store, pictures, sender, kept } = receiving;
  form.files[field].push(await STORING[field]({ part, store, pictures, sender, key: await kept.nextKey() }));
}

/** After a refusal the rest is read and forgotten; so is the empty part of a form in which no file was chosen. */
async function takeFile(receiving: Receiving, form: ReceivedForm, part: MultipartFile, fields: readonly FileField[]) {
  try {
    if (form.refusal === undefined && sentName(part) !== '') await storeFile(receiving, form, part, fields);
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    form.refusal = error;
  }
  part.file.resume();
}

/**
 * Reads a form with files to its end, whatever the order of its parts; the files are in the store then.
 * @param fields those that bring files
 * @throws AppError malformed for what is cut off; the store's own errors
 */
async function readForm(receiving: Receiving, fields: readonly FileField[]): Promise<ReceivedForm> {
  const files = { zipFile: [], previewImages: [], previewVideos: [] };
  const form: ReceivedForm = { texts: {}, files, refusal: undefined };
  for await (const part of partsOf(receiving.request)) {
    if (part.type === 'file') await takeFile(receiving, form, part, fields);
    else if (typeof part.value === 'string') form.texts[part.fieldname] = part.value;
  }
  return form;
}

/** What still comes of a refused request is read and forgotten: a browser listens only when it has said all. */
export function ignoreRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Takes in a form with files, for which there must be room, and makes something of it; nothing is kept of one that fails on the way.
 * @param make gives what becomes of it, and throws what is wrong; it says `mayBeStored` before it commits rows: of a commit
 *   whose answer is lost nobody knows, so the files stay, and are looked at later (abandoned-files.ts)
 */
export async function receiveForm<Made>(
  { files: store, pictures }: Pick<Deps, 'files' | 'pictures'>,
  request: FastifyRequest,
  sender: Sender,
  fields: readonly FileField[],
  make: (form: ReceivedForm, mayBeStored: () => void) => Promise<Made>,
): Promise<Made> {
  const kept = new KeptFiles(INCOMING_MODULES, store, request.log);
  let stays = false;
  try {
    await sender.room.take();
    return await make(await readForm({ request, store, pictures, sender, kept }, fields), () => {
      stays = true;
    });
  } catch (error) {
    ignoreRest(request);
    if (!stays) await kept.discard();
    throw error;
  } finally {
    await sender.room.leave();
  }
}
