import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { documentKind, looksLikePicture, pictureKind } from '../../files/content/kinds.ts';
import type { Sender } from '../../files/incoming/sender.ts';
import type { Deps } from '../../../deps.ts';
import { cleanName } from '../../files/content/file-name.ts';
import type { FileStore } from '../../../platform/objects/file-store.ts';
import { sentName } from '../../../platform/http/multipart.ts';
import { LookedThrough } from './looked-through.ts';
import { aboutFile, emptyFile, notWhole, tooLarge } from './refusals.ts';
import type { ReceivedMessageFile } from './types.ts';

/** A file as its sender called it, without what must not be shown. */
function shownName(sent: string): string {
  const { base, extension } = cleanName(sent, 'attachment');
  return extension === '' ? base : `${base}.${extension}`;
}

/** What breaks here is the connection; what breaks further on is the store. */
async function* fromSender(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw notWhole(error);
  }
}

async function storedContent(store: FileStore, key: string): Promise<Buffer> {
  const content = await store.read(key);
  if (content === undefined) throw new Error(`What was stored under ${key} is not there`);
  return buffer(content);
}

type Keeping = Pick<Deps, 'files' | 'pictures'>;

/** Where a file goes, and who sends it. */
interface Place {
  key: string;
  sender: Sender;
}

type Kept = Pick<ReceivedMessageFile, 'name' | 'mimeType' | 'size' | 'width' | 'height'>;

/** Pictures take the place of what was sent; everything else stays as it is. */
async function kept({ files: store, pictures }: Keeping, place: Place, sent: string, looked: LookedThrough): Promise<Kept> {
  const { key, sender } = place;
  const picture = looksLikePicture(looked.head) ? await pictures.anew(sender, () => storedContent(store, key)) : undefined;
  if (picture === undefined) return { ...documentKind(sent, looked), size: looked.size, width: null, height: null };
  const { format, content, width, height } = picture;
  await store.put(key, content);
  return { ...pictureKind(sent, format), size: content.length, width, height };
}

/**
 * Stores one file part under a key while it comes in, and holds it to the rules of attached files.
 * @returns undefined for the empty part that a form sends in which no file was chosen
 * @throws AppError that names the file: too_large, unsupported_type or invalid; malformed where it is cut off; unavailable
 *   where too many pictures wait
 */
export async function storePart(keeping: Keeping, place: Place, part: MultipartFile): Promise<ReceivedMessageFile | undefined> {
  const { key } = place;
  const sent = sentName(part);
  const name = shownName(sent);
  const looked = new LookedThrough();
  await pipeline(fromSender(part.file), looked, (content) =>
    keeping.files.put(key, Readable.from(content, { objectMode: false })),
  );
  if (part.file.truncated) throw tooLarge(name);
  if (looked.size === 0 && sent === '') return undefined;
  if (looked.size === 0) throw emptyFile(name);
  const about = await kept(keeping, place, sent, looked).catch((error: unknown) => {
    throw aboutFile(error, name);
  });
  return { storageKey: key, sha256: looked.sha256(), ...about };
}
