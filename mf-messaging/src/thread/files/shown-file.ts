import type { Message, MessageFile } from '@solvent/contracts';
import type { OutboxEntry, OutboxFile } from '@solvent/chat';
import { localUrl, ownPicture } from './local-pictures.ts';
import { knownSize } from './picture-size.ts';
import type { PictureSize } from './picture-size.ts';

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

/** What browsers show as a picture, and may: a drawing of shapes can hold a script. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

const sizeOf = ({ width, height }: MessageFile): PictureSize | null => (width && height ? { width, height } : null);

/** Files of a stored message; pictures sent from this tab are shown from it, as they were before. */
export function storedFiles({ clientId, files }: Message): ShownFile[] {
  return files.map((file, index) => ({
    id: file._id,
    key: `${index}:${file.name}`,
    name: file.name,
    bytes: file.size,
    isPicture: PICTURES.includes(file.mimeType),
    size: sizeOf(file),
    url: ownPicture(clientId, index) ?? file.url,
  }));
}

function waitingFile(clientId: string, file: OutboxFile, index: number): ShownFile {
  const isPicture = PICTURES.includes(file.type);
  return {
    id: null,
    key: `${index}:${file.name}`,
    name: file.name,
    bytes: file.size,
    isPicture,
    size: knownSize(file),
    url: isPicture ? localUrl(clientId, index, file.content) : undefined,
  };
}

/** Files that wait with their message. */
export const entryFiles = ({ clientId, files }: OutboxEntry): ShownFile[] =>
  files.map((file, index) => waitingFile(clientId, file, index));
