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

/** The limits of modules (issue "toolbox"). */
export const MODULE_LIMITS: ArchiveLimits = MODULE;

const MIB = 1024 * 1024;
/** Less than this (bytes) harms nobody, however small it was packed. */
const HARMLESS = MIB;

const megabytes = (bytes: number) => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MB`;

const unpacksToTooMuch = (bytes: number, { unpackedMaxBytes }: ArchiveLimits): ArchiveRefusal =>
  new ArchiveRefusal(
    `Unpacked, the archive has ${megabytes(bytes)} or more: at most ${megabytes(unpackedMaxBytes)} are taken. Leave out what can be installed or made, such as node_modules and builds.`,
  );

/** The refusal of an archive with so many files and folders. */
export const tooMany = (count: number, { entriesMax }: ArchiveLimits) =>
  new ArchiveRefusal(
    `The archive has ${count.toLocaleString('en-US')} files and folders: at most ${entriesMax.toLocaleString('en-US')} are taken. Leave out what can be installed, such as node_modules.`,
  );

const packedTooWell = (ratioMax: number) =>
  new ArchiveRefusal(
    `The archive unpacks to more than ${ratioMax} times its size, as archives do that are made to harm. Leave out large files of repeated content.`,
  );

/** Holds what was unpacked so far, or is said to be in there, to the limits (bytes). @throws ArchiveRefusal */
export function checkUnpacked(unpacked: number, packed: number, limits: ArchiveLimits): void {
  if (unpacked > limits.unpackedMaxBytes) throw unpacksToTooMuch(unpacked, limits);
  if (unpacked > HARMLESS && unpacked > packed * limits.ratioMax) throw packedTooWell(limits.ratioMax);
}
