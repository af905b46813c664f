import { createHash } from 'node:crypto';
import type { Deps } from './deps.ts';
import type { PictureFormat } from './pictures/make-picture.ts';
import type { FileRow } from '../../schema/index.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';

interface ResizedPicture {
  content: Buffer;
  mimeType: 'image/webp';
  etag: string;
}

const FORMATS: ReadonlyMap<string, PictureFormat> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
]);

/** Shares concurrent requests by storage key: all participants of a conversation load a new picture at once. */
const inProgress = new Map<string, Promise<Buffer>>();

async function resizeAndStore(
  { files: store, pictures }: Pick<Deps, 'files' | 'pictures'>,
  file: FileRow,
  format: PictureFormat,
  width: number,
  key: string,
) {
  const pixels = (file.width ?? 0) * (file.height ?? 0);
  const read = async () => {
    const content = await store.readAll(file.storageKey);
    if (content === undefined) throw notFound('This file');
    return content;
  };
  // Never aborted: the result is stored for later requests.
  const requester = { id: file.ownerId ?? file.id, signal: new AbortController().signal };
  const content = await pictures.resize(requester, { format, pixels, width }, read);
  await store.put(key, content);
  return content;
}

/** Creates and stores the picture on the first request. @returns undefined if the file itself should be served */
export async function getResizedPicture(
  deps: Pick<Deps, 'files' | 'pictures'>,
  file: FileRow,
  width: number,
): Promise<ResizedPicture | undefined> {
  const format = FORMATS.get(file.mimeType);
  if (format === undefined || file.purpose !== 'message' || file.width === null || file.width <= width) return undefined;
  const key = `${file.storageKey}.w${width}.webp`;
  const etag = `"${createHash('sha256').update(`${file.sha256} ${width}`).digest('hex')}"`;
  try {
    const pending =
      inProgress.get(key) ?? deps.files.readAll(key).then((stored) => stored ?? resizeAndStore(deps, file, format, width, key));
    inProgress.set(key, pending);
    const content = await pending.finally(() => inProgress.delete(key));
    return { content, mimeType: 'image/webp', etag };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') return undefined;
    throw error;
  }
}
