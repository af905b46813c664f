import { CHAT } from '@solvent/contracts';

const MEGABYTE = 1024 * 1024;
/** So many files are named one by one. */
const NAMED = 3;

function refusalOf({ name, size }: File): string | undefined {
  if (size > CHAT.fileMaxBytes) return `${name} is larger than ${CHAT.fileMaxBytes / MEGABYTE} MB`;
  return size === 0 ? `${name} is empty` : undefined;
}

/** "a.png", "a.png and b.png", "a.png, b.png, c.png and 4 more". */
function listed(names: readonly string[]): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/**
 * Of chosen files, those that may go with a message, and why the others may not.
 *
 * @param room how many more there may be
 */
export function sortOut(chosen: readonly File[], room: number): { accepted: File[]; refusals: string[] } {
  const refusals = chosen.map(refusalOf).filter((text) => text !== undefined);
  const fit = chosen.filter((file) => refusalOf(file) === undefined);
  const left = fit.slice(Math.max(room, 0)).map(({ name }) => name);
  const tooMany = left.length > 0 ? [`A message takes up to ${CHAT.filesMax} files: ${listed(left)} left out`] : [];
  return { accepted: fit.slice(0, Math.max(room, 0)), refusals: [...refusals, ...tooMany] };
}

/** Files of a paste or a drop; a folder is none. */
export function filesOf(data: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? entry.name : []));
  return { files: [...data.files].filter(({ name }) => !folders.includes(name)), folders };
}
