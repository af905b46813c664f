import type { ReviewFinding } from '@solvent/contracts';
import { ArchiveRefusal } from '../../archives/archive-refusal.ts';
import { checkArchive } from '../../archives/check-archive.ts';
import type { Deps } from '../../../../deps.ts';
import type { Sender } from '../../../files/incoming/sender.ts';
import { refused } from './refusals.ts';
import type { ReceivedFile } from './types.ts';

/**
 * Checks the archive that somebody uploaded, when it is their turn.
 * @returns secrets that were found in it: they are told, and do not keep it from being published
 * @throws AppError with what is to be changed, for `zipFile`; unavailable where too many wait
 */
export async function reviewedArchive(
  { files, turns }: Pick<Deps, 'files' | 'turns'>,
  { id, gone }: Sender,
  { storageKey: key, size }: ReceivedFile,
): Promise<ReviewFinding[]> {
  try {
    return await turns.archives.take(id, () => checkArchive(files, { key, size }), gone);
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw refused('zipFile', error.message);
    throw error;
  }
}
