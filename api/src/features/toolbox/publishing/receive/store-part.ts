import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { cleanName } from '../../../files/content/file-name.ts';
import { looksLikePicture, pictureKind } from '../../../files/content/kinds.ts';
import type { Pictures } from '../../../files/content/pictures.ts';
import type { Sender } from '../../../files/incoming/sender.ts';
import type { FileStore } from '../../../../platform/objects/file-store.ts';
import { sentName } from '../../../../platform/http/multipart.ts';
import { Measured } from './measured.ts';
import { aboutPicture, emptyFile, FILE_RULES, notWhole, tooLarge, wrongKind } from './refusals.ts';
import type { FileField } from './refusals.ts';
import type { ReceivedFile } from './types.ts';
import { videoKind } from './video-kind.ts';

/** A file part, and where it goes. */
export interface IncomingPart {
  part: MultipartFile;
  store: FileStore;
  pictures: Pictures;
  sender: Sender;
  key: string;
}

/** What breaks here is the connection; what breaks further on is the store. */
async function* fromSender(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw notWhole(error);
  }
}

/** Lets the file through to `keep`; gives what it measured. @throws AppError for the field, or what `keep` fails with */
async function measure(field: FileField, part: MultipartFile, keep: (content: Readable) => Promise<void>): Promise<Measured> {
  const measured = new Measured(FILE_RULES[field].maxBytes);
  await pipeline(fromSender(part.file), measured, (content) => keep(Readable.from(content, { objectMode: false })));
  if (measured.isTooLarge) throw tooLarge(field);
  if (measured.size === 0) throw emptyFile(field);
  return measured;
}

/** What is in it, the checks of archives say (platform/archives). */
async function storeArchive({ part, store, key }: IncomingPart): Promise<ReceivedFile> {
  const { base, extension } = cleanName(sentName(part), 'module');
  if (extension !== 'zip') throw wrongKind('zipFile');
  const measured = await measure('zipFile', part, (content) => store.put(key, content));
  const about = { name: `${base}.zip`, mimeType: 'application/zip', width: null, height: null };
  return { storageKey: key, ...about, size: measured.size, sha256: measured.sha256() };
}

/** Pictures are made anew: they are small enough to be held. */
async function storeImage({ part, store, pictures, sender, key }: IncomingPart): Promise<ReceivedFile> {
  const name = sentName(part);
  let sent: Buffer = Buffer.alloc(0);
  const { head } = await measure('previewImages', part, async (content) => {
    sent = await buffer(content);
  });
  const picture = looksLikePicture(head)
    ? await pictures
        .anew(sender, async () => sent)
        .catch((error: unknown) => {
          throw aboutPicture(error, cleanName(name, 'picture').base);
        })
    : undefined;
  if (picture === undefined) throw wrongKind('previewImages');
  const { format, content, width, height } = picture;
  await store.put(key, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { storageKey: key, ...pictureKind(name, format), size: content.length, sha256, width, height };
}

/** Videos stay as they are, if they are some. */
async function storeVideo({ part, store, key }: IncomingPart): Promise<ReceivedFile> {
  const measured = await measure('previewVideos', part, (content) => store.put(key, content));
  const kind = videoKind(measured.head);
  if (kind === undefined) throw wrongKind('previewVideos');
  const name = `${cleanName(sentName(part), 'video').base}.${kind.extension}`;
  const about = { name, mimeType: kind.mimeType, width: null, height: null };
  return { storageKey: key, ...about, size: measured.size, sha256: measured.sha256() };
}

/** How each field's files are stored, by their content. @throws AppError with a text for the field */
export const STORING: Record<FileField, (incoming: IncomingPart) => Promise<ReceivedFile>> = {
  zipFile: storeArchive,
  previewImages: storeImage,
  previewVideos: storeVideo,
};
