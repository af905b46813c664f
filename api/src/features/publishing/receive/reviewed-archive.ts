import type { ReviewFinding } from '@solvent/contracts';
import { ArchiveRefusal } from '../../../platform/archives/archive-refusal.ts';
import { checkArchive } from '../../../platform/archives/check-archive.ts';
import type { Deps } from '../../../platform/deps.ts';
import { refused } from './refusals.ts';
import type { ReceivedFile } from './types.ts';

/**
 * Checks the archive that somebody uploaded.
 * @returns secrets that were found in it: they are told, and do not keep it from being published
 * @throws AppError with what is to be changed, for `zipFile`
 */
export async function reviewedArchive(
  { files }: Pick<Deps, 'files'>,
  { storageKey: key, size }: ReceivedFile,
): Promise<ReviewFinding[]> {
  try {
    return await checkArchive(files, { key, size });
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw refused('zipFile', error.message);
    throw error;
  }
}
