import { MODULE } from '@solvent/contracts';
import { ArchiveRefusal } from './archive-refusal.ts';

/** What an archive may hold. */
export interface ArchiveLimits {
  /** Bytes of all files, once unpacked. */
  unpackedMaxBytes: number;
  /** Files and folders. */
  entriesMax: number;
  /** How many times its packed size it may unpack to. */
  ratioMax: number;
}

/** The limits of modules (product 9.14). */
export const MODULE_LIMITS: ArchiveLimits = MODULE;

const MIB = 1024 * 1024;
const megabytes = (bytes: number) => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MB`;

/** Holds the number of files and folders to the limits. @throws ArchiveRefusal */
export function checkCount(count: number, { entriesMax }: ArchiveLimits): void {
  if (count > entriesMax)
    throw new ArchiveRefusal(
      `The archive has ${count.toLocaleString('en-US')} files and folders: at most ${entriesMax.toLocaleString('en-US')} are taken. Leave out what can be installed, such as node_modules.`,
    );
}

/** Holds what was unpacked so far, or is said to be in there, to the limits (bytes). @throws ArchiveRefusal */
export function checkUnpacked(unpacked: number, packed: number, { unpackedMaxBytes, ratioMax }: ArchiveLimits): void {
  if (unpacked > unpackedMaxBytes)
    throw new ArchiveRefusal(
      `Unpacked, the archive has ${megabytes(unpacked)} or more: at most ${megabytes(unpackedMaxBytes)} are taken. Leave out what can be installed or made, such as node_modules and builds.`,
    );
  // Less than a mebibyte harms nobody, however small it was packed.
  if (unpacked > MIB && unpacked > packed * ratioMax)
    throw new ArchiveRefusal(
      `The archive unpacks to more than ${ratioMax} times its size, as archives do that are made to harm. Leave out large files of repeated content.`,
    );
}
