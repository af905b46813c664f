import type { OutboxEntry, OutboxFile } from '@solvent/chat';
import type { Message, MessageFile } from '@solvent/contracts';
import { findPictureSize } from '../../composer/picture-sizes.ts';
import type { PictureSize } from '../../composer/picture-sizes.ts';

/** More pictures release the object URLs of the oldest. */
const MAX_LOCAL_URLS = 40;

/** Object URLs by message and index. */
const urls = new Map<string, string>();

const buildKey = (clientId: string, index: number): string => `${clientId}:${index}`;

function evictOldest(): void {
  for (const [key, url] of urls) {
    if (urls.size < MAX_LOCAL_URLS) return;
    URL.revokeObjectURL(url);
    urls.delete(key);
  }
}

function getLocalUrl(clientId: string, index: number, content: Blob): string {
  const key = buildKey(clientId, index);
  const cachedUrl = urls.get(key);
  if (cachedUrl) return cachedUrl;
  evictOldest();
  const url = URL.createObjectURL(content);
  urls.set(key, url);
  return url;
}

/** Stored pictures keep their object URL, so that they do not flicker. */
const findLocalUrl = (clientId: string, index: number): string | undefined => urls.get(buildKey(clientId, index));

/** In px. */
const MAX_SIZE_PX = { width: 280, height: 240 };
const MIN_SIDE_PX = 64;

function fitPicture({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MAX_SIZE_PX.width / width, MAX_SIZE_PX.height / height);
  const scaleSide = (side: number) => Math.max(MIN_SIDE_PX, Math.round(side * scale));
  return { width: scaleSide(width), height: scaleSide(height) };
}

export interface ShownFile {
  /** Null until the message is stored. */
  id: string | null;
  key: string;
  name: string;
  bytes: number;
  isPicture: boolean;
  size: PictureSize | null;
  url: string | undefined;
}

/** Side of a picture among others, or of unknown size. */
const SQUARE_PX = 136;

export const getTileSize = ({ size }: Pick<ShownFile, 'size'>, isOneOfMany: boolean): PictureSize =>
  size && !isOneOfMany ? fitPicture(size) : { width: SQUARE_PX, height: SQUARE_PX };

/** Without SVG, which can contain scripts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

const readSize = ({ width, height }: MessageFile): PictureSize | null => (width && height ? { width, height } : null);

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

export const toOutboxFiles = ({ clientId, files }: OutboxEntry): ShownFile[] =>
  files.map((file, index) => toOutboxFile(clientId, file, index));
