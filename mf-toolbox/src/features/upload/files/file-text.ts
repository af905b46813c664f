const MEGABYTE = 1024 * 1024;

/** A size as people read it. */
export function sizeText(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} B`;
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The files, with those of the chosen ones that are not there yet. */
export const withChosen = (files: readonly File[], chosen: readonly File[]): File[] => [
  ...files,
  ...chosen.filter((file) => !files.some((known) => isSame(known, file))),
];

const keys = new WeakMap<File, string>();

/** Names a file on this page; the same for as long as it is there. */
export function fileKey(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}
