import { and, eq, gt, inArray } from 'drizzle-orm';
import * as yup from 'yup';
import { files, moduleMedia, modules } from '../../schema/index.ts';
import type { FileRow } from '../../schema/index.ts';
import type { Tx } from '../../platform/db/connect.ts';

export { receiptNumber } from './presenter.ts';

/** The `:id` of a module's path is an id or a slug. */
export const moduleParams = yup.object({ id: yup.string().required().max(200) });

/** Unpublishes the paid modules of a departing user, who can no longer be paid. Buyers keep access; free modules stay. */
export async function unpublishPaidModules(tx: Tx, authorId: string): Promise<void> {
  const unpublished = await tx
    .update(modules)
    .set({ status: 'unpublished' })
    .where(and(eq(modules.authorId, authorId), gt(modules.priceCents, 0), inArray(modules.status, ['published', 'in-review'])))
    .returning({ id: modules.id });
  for (const { id } of unpublished) await setMediaVisibility(tx, id, 'private');
}

export async function setMediaVisibility(tx: Tx, moduleId: string, visibility: FileRow['visibility']): Promise<void> {
  const media = tx.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  await tx.update(files).set({ visibility }).where(inArray(files.id, media));
}
