import { createHash } from 'node:crypto';
import { CHAT } from '@solvent/contracts';
import type { Deps } from '../../deps.ts';
import type { PictureFormat } from './pictures/make-picture.ts';
import type { FileRow } from './schema.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';

/** A picture as it is sent at a width. */
interface NarrowerPicture {
  content: Buffer;
  mimeType: 'image/webp';
  etag: string;
}

/** Moving pictures stay as they are: they move. */
const FORMATS: ReadonlyMap<string, PictureFormat> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
]);

/** One of the widths at which pictures are served; undefined: as it is. */
export const askedWidth = (query: unknown): number | undefined => {
  const asked = typeof query === 'object' && query !== null && 'width' in query ? query.width : undefined;
  return CHAT.pictureWidths.find((width) => String(width) === asked);
};

/** What is being made, by its key: many who look at one message ask for the same at once. */
const underWay = new Map<string, Promise<Buffer>>();

async function make(
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
  // Whoever leaves meanwhile comes back: what is made is kept.
  const asking = { id: file.ownerId ?? file.id, signal: new AbortController().signal };
  const content = await pictures.narrower(asking, { format, pixels, width }, read);
  await store.put(key, content);
  return content;
}

/**
 * A picture of a message at a width: made the first time that somebody asks, and kept beside it.
 * @returns undefined where it is not wider, cannot be made, or is none: then it is sent as it is
 */
export async function narrowerPicture(
  deps: Pick<Deps, 'files' | 'pictures'>,
  file: FileRow,
  width: number,
): Promise<NarrowerPicture | undefined> {
  const format = FORMATS.get(file.mimeType);
  if (format === undefined || file.purpose !== 'message' || file.width === null || file.width <= width) return undefined;
  const key = `${file.storageKey}.w${width}.webp`;
  const etag = `"${createHash('sha256').update(`${file.sha256} ${width}`).digest('hex')}"`;
  try {
    const making = underWay.get(key) ?? deps.files.readAll(key).then((kept) => kept ?? make(deps, file, format, width, key));
    underWay.set(key, making);
    const content = await making.finally(() => underWay.delete(key));
    return { content, mimeType: 'image/webp', etag };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') return undefined;
    throw error;
  }
}
