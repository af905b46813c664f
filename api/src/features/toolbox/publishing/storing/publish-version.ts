import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/connect.ts';
import { modules } from '../../schema.ts';
import type { ModuleRow } from '../../schema.ts';
import { setMediaVisibility } from '../../module-media.ts';

/**
 * Makes a version the one that a module's page is about. A module that was waiting or rejected comes into the catalogue with it,
 * as a new one; one that its author took out of the catalogue stays out.
 */
export async function publishVersion(tx: Tx, { id, status }: ModuleRow, version: string, at: Date): Promise<void> {
  const isFirst = status === 'in-review' || status === 'rejected';
  const first = isFirst ? { status: 'published' as const, releasedAt: at } : {};
  await tx
    .update(modules)
    .set({ version, updatedAt: at, ...first })
    .where(eq(modules.id, id));
  if (isFirst) await setMediaVisibility(tx, id, 'public');
}
