import { getFileNameLowLevel } from 'yauzl';
import type { Entry } from 'yauzl';
import { checkEntry, checkPath } from './entry-rules.ts';
import { hidden } from './table-end.ts';

/** A file or folder of an archive, as its table of contents has it. */
export interface ListedEntry {
  path: string;
  /** The path that programs see which do not know the extra field for names of all languages. */
  plainPath: string;
  entry: Entry;
  /** Where the next entry begins, or the table of contents. */
  next: number;
}

/** The comments and extra fields of 5,000 entries may be as large as the archive: nobody needs them any more. */
function withoutExtras(entry: Entry): Entry {
  const nothing = Buffer.alloc(0);
  const none = { extraFields: [], extraFieldRaw: nothing, fileComment: '', comment: '', fileCommentRaw: nothing };
  // The name is a part of the bytes that hold all of them.
  return Object.assign(entry, none, { fileNameRaw: Buffer.from(entry.fileNameRaw) });
}

/** Holds a line of the table of contents to the rules. @throws ArchiveRefusal */
export function listed(entry: Entry): Omit<ListedEntry, 'next'> {
  const { generalPurposeBitFlag: flags, fileNameRaw } = entry;
  const path = getFileNameLowLevel(flags, fileNameRaw, entry.extraFields, true);
  const plainPath = getFileNameLowLevel(flags, fileNameRaw, [], true);
  checkPath(plainPath);
  checkEntry({
    path,
    mode: entry.externalFileAttributes >>> 16,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    size: entry.uncompressedSize,
  });
  return { path, plainPath, entry: withoutExtras(entry) };
}

const placeOf = ({ entry }: Pick<ListedEntry, 'entry'>) => entry.relativeOffsetOfLocalHeader;

/**
 * In the order in which they lie, each with the place of what follows it; the first byte of all is the first one's.
 * @param tableStart where the table of contents begins
 */
export function inOrder(found: Omit<ListedEntry, 'next'>[], tableStart: number): ListedEntry[] {
  const sorted = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  const [first] = sorted;
  if (first !== undefined && placeOf(first) !== 0) throw hidden();
  return sorted.map((one, index) => {
    const next = sorted[index + 1];
    return { ...one, next: next === undefined ? tableStart : placeOf(next) };
  });
}
