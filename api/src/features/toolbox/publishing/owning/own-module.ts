import { and, eq, isNull } from 'drizzle-orm';
import type { Executor, Tx } from '../../../../platform/db/connect.ts';
import { modules } from '../../schema.ts';
import type { ModuleRow } from '../../schema.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';
import { findVisible } from '../../visible-module.ts';

/** Which module, and who asks. */
export interface Asked {
  /** Id or slug. */
  idOrSlug: string;
  callerId: string;
}

/**
 * The id of a module that the caller wrote.
 * @throws AppError `not_found`, also for one that others alone may see; `forbidden` for somebody else's
 */
export async function ownModuleId(db: Executor, { idOrSlug, callerId }: Asked): Promise<string> {
  const { id, own } = await findVisible(db, idOrSlug, callerId);
  if (!own) throw new AppError('forbidden', 'Only who wrote this module can change it.');
  return id;
}

/**
 * The row of a module that the caller wrote, which nobody else changes until the transaction ends.
 * @throws AppError as {@link ownModuleId} does
 */
export async function lockOwnModule(tx: Tx, asked: Asked): Promise<ModuleRow> {
  const own = and(eq(modules.id, await ownModuleId(tx, asked)), isNull(modules.deletedAt));
  const [row] = await tx.select().from(modules).where(own).for('update');
  if (row === undefined) throw notFound('This module');
  return row;
}
