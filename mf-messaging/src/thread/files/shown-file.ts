import type { OutboxEntry, OutboxFile } from '@solvent/chat';
import type { Message, MessageFile } from '@solvent/contracts';
import { findPictureSize } from '../../composer/picture-sizes.ts';
import type { PictureSize } from '../../composer/picture-sizes.ts';

/** So many pictures sent from this tab are shown from it; then the oldest make room. */
const MAX_LOCAL_URLS = 40;

/** Addresses of pictures that wait, by message and index in it. */
const urls = new Map<string, string>();

const buildKey = (clientId: string, index: number): string => `${clientId}:${index}`;

function evictOldest(): void {
  for (const [key, url] of urls) {
    if (urls.size < MAX_LOCAL_URLS) return;
    URL.revokeObjectURL(url);
    urls.delete(key);
  }
}

/** The address of a picture that waits with its message; the same one each time. */
function getLocalUrl(clientId: string, index: number, content: Blob): string {
  const key = buildKey(clientId, index);
  const known = urls.get(key);
  if (known) return known;
  evictOldest();
  const url = URL.createObjectURL(content);
  urls.set(key, url);
  return url;
}

/** Where a picture of a message that was sent from this tab is; once stored, it is still shown from here, and does not blink. */
const findLocalUrl = (clientId: string, index: number): string | undefined => urls.get(buildKey(clientId, index));

/** The largest box (px) of a picture in a message, and the smallest that one can still hit. */
const MAX_SIZE_PX = { width: 280, height: 240 };
const MIN_SIDE_PX = 64;

/** The box of a picture: never larger than it is, whole unless it is a very long one. */
function fitPicture({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MAX_SIZE_PX.width / width, MAX_SIZE_PX.height / height);
  const fit = (side: number) => Math.max(MIN_SIDE_PX, Math.round(side * scale));
  return { width: fit(width), height: fit(height) };
}

/** A file of a message, whether it is stored or waits with it. */
export interface ShownFile {
  /** Of the stored one: asks for another link. */
  id: string | null;
  key: string;
  name: string;
  /** Bytes. */
  bytes: number;
  isPicture: boolean;
  size: PictureSize | null;
  url: string | undefined;
}

/** The side (px) of a picture among others, or of one whose size is not known. */
const SQUARE_PX = 136;

/** The box of a picture's tile. */
export const getTileSize = ({ size }: Pick<ShownFile, 'size'>, isOneOfMany: boolean): PictureSize =>
  size && !isOneOfMany ? fitPicture(size) : { width: SQUARE_PX, height: SQUARE_PX };

/** What browsers show as a picture, and may: a drawing of shapes can hold a script. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

const readSize = ({ width, height }: MessageFile): PictureSize | null => (width && height ? { width, height } : null);

/** Files of a stored message; pictures sent from this tab are shown from it, as they were before. */
export function toStoredFiles({ clientId, files }: Message): ShownFile[] {
  return files.map((file, index) => ({
    id: file._id,
    key: `${index}:${file.name}`,
    name: file.name,
    bytes: file.size,
    isPicture: PICTURE_TYPES.includes(file.mimeType),
    size: readSize(file),
    url: findLocalUrl(clientId, index) ?? file.url,
  }));
}

function toOutboxFile(clientId: string, file: OutboxFile, index: number): ShownFile {
  const isPicture = PICTURE_TYPES.includes(file.type);
  return {
    id: null,
    key: `${index}:${file.name}`,
    name: file.name,
    bytes: file.size,
    isPicture,
    size: findPictureSize(file),
    url: isPicture ? getLocalUrl(clientId, index, file.content) : undefined,
  };
}

/** Files that wait with their message. */
export const toOutboxFiles = ({ clientId, files }: OutboxEntry): ShownFile[] =>
  files.map((file, index) => toOutboxFile(clientId, file, index));
