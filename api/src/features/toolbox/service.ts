import { and, eq, gt, inArray } from 'drizzle-orm';
import { files } from '../files/schema.ts';
import type { FileRow } from '../files/schema.ts';
import { moduleMedia, modules } from './schema.ts';
import type { Tx } from '../../platform/db/connect.ts';

export { receiptNumber } from './presenter.ts';

/**
 * Takes what somebody sells out of the catalogue, with its pictures: nobody is there to be paid, or to help. Who bought it still has it. Their free
 * modules stay.
 */
export async function unpublishPaidModules(tx: Tx, personId: string): Promise<void> {
  const taken = await tx
    .update(modules)
    .set({ status: 'unpublished' })
    .where(and(eq(modules.authorId, personId), gt(modules.priceCents, 0), inArray(modules.status, ['published', 'in-review'])))
    .returning({ id: modules.id });
  for (const { id } of taken) await setMediaVisibility(tx, id, 'private');
}

/** Lets everybody read the pictures and videos of a module, as of a published one, or those alone who are given links. */
export async function setMediaVisibility(tx: Tx, moduleId: string, visibility: FileRow['visibility']): Promise<void> {
  const media = tx.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  await tx.update(files).set({ visibility }).where(inArray(files.id, media));
}
