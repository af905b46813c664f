import { and, eq, inArray, notInArray, or } from 'drizzle-orm';
import { files } from '../../files/schema.ts';
import { bidFiles } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { invalid } from '../../../platform/errors/app-error.ts';

/** Whose bid the files belong to. */
interface Place {
  bidId: string;
  ownerId: string;
}

/** Files of the solver that belong to nothing else, which nobody takes or sweeps away meanwhile. */
async function holdFiles(tx: Tx, { bidId, ownerId }: Place, ids: string[]): Promise<void> {
  const own = tx.select({ id: bidFiles.fileId }).from(bidFiles).where(eq(bidFiles.bidId, bidId));
  const free = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  const held = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), or(free, inArray(files.id, own))))
    .for('update');
  if (held.length < ids.length) throw invalid({ attachments: 'Please upload the file again' });
}

/**
 * Makes these files a bid's, in this order, for its two sides to read; those that it had besides are deleted.
 * @returns the keys of what is to be deleted from the file store after the commit
 * @throws AppError `invalid` for files that are not the solver's own attachments, or belong to something else
 */
export async function attachToBid(tx: Tx, place: Place, given: string[]): Promise<string[]> {
  const { bidId } = place;
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length > 0) await holdFiles(tx, place, ids);
  const others = tx
    .select({ id: bidFiles.fileId })
    .from(bidFiles)
    .where(and(eq(bidFiles.bidId, bidId), notInArray(bidFiles.fileId, ids)));
  const gone = await tx.delete(files).where(inArray(files.id, others)).returning({ key: files.storageKey });
  await tx.delete(bidFiles).where(eq(bidFiles.bidId, bidId));
  if (ids.length > 0) {
    await tx.insert(bidFiles).values(ids.map((fileId, position) => ({ bidId, fileId, position })));
    // No attachment any more, so that nothing else takes it.
    await tx.update(files).set({ purpose: 'bid' }).where(inArray(files.id, ids));
  }
  return gone.map(({ key }) => key);
}
