import { ATTACHMENTS } from '@solvent/contracts';
import type { StoredFile } from '@solvent/contracts';

interface Attached {
  /** Names it on this page; sent again with it, an upload makes no second file. */
  key: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** A file of the form: being uploaded, uploaded, or not. */
export type Attachment = Attached &
  ({ state: 'uploading'; progress: number } | { state: 'done'; file: StoredFile } | { state: 'failed'; reason: string });

const MEGABYTE = 1024 * 1024;

export const storedAttachment = (file: StoredFile): Attachment => ({
  key: file._id,
  name: file.name,
  size: file.size,
  state: 'done',
  file,
});

export const newAttachment = (file: File): Attachment => ({
  key: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  state: 'uploading',
  progress: 0,
});

/** A size as people read it. */
export function sizeText(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} B`;
}

function refusalOf({ name, size }: File): string | undefined {
  if (size > ATTACHMENTS.maxBytes) return `${name} is larger than ${ATTACHMENTS.maxBytes / MEGABYTE} MB`;
  return size === 0 ? `${name} is empty` : undefined;
}

/**
 * Of chosen files, those that may be uploaded, and why the others may not.
 *
 * @param room how many more there may be
 */
export function sortOut(chosen: readonly File[], room: number): { accepted: File[]; refusals: string[] } {
  const fit = chosen.filter((file) => refusalOf(file) === undefined);
  const refusals = chosen.map(refusalOf).filter((text) => text !== undefined);
  const tooMany = fit.length > room ? [`You can attach up to ${ATTACHMENTS.max} files`] : [];
  return { accepted: fit.slice(0, Math.max(room, 0)), refusals: [...refusals, ...tooMany] };
}
