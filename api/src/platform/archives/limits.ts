import { MODULE } from '@solvent/contracts';

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
