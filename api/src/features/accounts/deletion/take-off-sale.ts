import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { modules } from '../../toolbox/schema.ts';
import { setMediaVisibility } from '../../toolbox/queries.ts';

/**
 * Takes what somebody sells out of the catalogue, with its pictures: nobody is there to be paid, or to help. Who bought it still has it. Their free
 * modules stay.
 */
export async function takeOffSale(tx: Tx, personId: string): Promise<void> {
  const taken = await tx
    .update(modules)
    .set({ status: 'unpublished' })
    .where(and(eq(modules.authorId, personId), gt(modules.priceCents, 0), inArray(modules.status, ['published', 'in-review'])))
    .returning({ id: modules.id });
  for (const { id } of taken) await setMediaVisibility(tx, id, 'private');
}
