import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import { problemFiles } from '../../schema/problems.ts';
import { invalid } from '../../../../platform/errors/app-error.ts';

/** Whose problem the files belong to. */
interface Place {
  problemId: string;
  ownerId: string;
}

const refused = () => invalid({ attachments: 'Please upload the file again' });

/** Files of the poster that belong to no other problem, which nobody sweeps away meanwhile. */
async function holdFiles(tx: Tx, { problemId, ownerId }: Place, ids: string[]): Promise<void> {
  const free = or(isNull(problemFiles.problemId), eq(problemFiles.problemId, problemId));
  const held = await tx
    .select({ id: files.id })
    .from(files)
    .leftJoin(problemFiles, eq(problemFiles.fileId, files.id))
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), eq(files.purpose, 'attachment'), free))
    .for('update', { of: files });
  if (held.length < ids.length) throw refused();
}

/** @returns the keys of those that are gone */
async function removeOthers(tx: Tx, problemId: string, kept: string[]): Promise<string[]> {
  const others = tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .where(and(eq(problemFiles.problemId, problemId), notInArray(problemFiles.fileId, kept)));
  const removed = await tx.delete(files).where(inArray(files.id, others)).returning({ key: files.storageKey });
  return removed.map(({ key }) => key);
}

/**
 * Makes these files a problem's, in this order, for everybody to read; those that it had besides are deleted.
 * @returns the keys of what is to be deleted from the file store after the commit
 * @throws AppError `invalid` for files that are not the poster's own attachments, or belong to another problem
 */
export async function attachFiles(tx: Tx, place: Place, given: string[]): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const { problemId } = place;
  if (ids.length > 0) await holdFiles(tx, place, ids);
  const gone = await removeOthers(tx, problemId, ids);
  if (ids.length === 0) return gone;
  await tx.delete(problemFiles).where(eq(problemFiles.problemId, problemId));
  // Of two problems that take one file at once, the second finds it taken only here.
  const attached = await tx
    .insert(problemFiles)
    .values(ids.map((fileId, position) => ({ problemId, fileId, position })))
    .onConflictDoNothing()
    .returning({ fileId: problemFiles.fileId });
  if (attached.length < ids.length) throw refused();
  await tx.update(files).set({ visibility: 'public' }).where(inArray(files.id, ids));
  return gone;
}
