import { eq } from 'drizzle-orm';
import type { ModuleStatus } from '@solvent/contracts';
import type { moduleFieldsRules } from '@solvent/contracts/rules';
import type { InferType } from 'yup';
import type { Db } from '../../../../platform/db/connect.ts';
import { modules } from '../../schema.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { setMediaVisibility } from '../../module-media.ts';
import { columnsOf } from '../storing/columns.ts';
import { lockOwnModule } from './own-module.ts';
import type { Asked } from './own-module.ts';

/** Changes what an author says of a module; its address stays. @throws AppError `not_found`, `forbidden` */
export async function changeTexts(db: Db, asked: Asked, fields: InferType<typeof moduleFieldsRules>): Promise<string> {
  return db.transaction(async (tx) => {
    const { id } = await lockOwnModule(tx, asked);
    await tx
      .update(modules)
      .set({ ...columnsOf(fields), updatedAt: new Date() })
      .where(eq(modules.id, id));
    return id;
  });
}

/** Why a module in this state cannot be put into the catalogue or taken out of it. */
const STUCK: Partial<Record<ModuleStatus, string>> = {
  'in-review': 'This module is still in review: it is published when the review is over.',
  rejected: 'This module was rejected: upload a new version that puts right what was found.',
};

function checkChange(from: ModuleStatus, to: 'published' | 'unpublished'): void {
  const reason = STUCK[from] ?? (from === to ? `This module is ${to} already.` : undefined);
  if (reason !== undefined) throw new AppError('invalid_transition', reason);
}

/**
 * Takes a module out of the catalogue with its pictures and videos, or puts it back (api "State machines").
 * @throws AppError `not_found`, `forbidden`; `invalid_transition` with the state that it is in
 */
export async function changeStatus(db: Db, asked: Asked, status: 'published' | 'unpublished'): Promise<string> {
  return db.transaction(async (tx) => {
    const module = await lockOwnModule(tx, asked);
    checkChange(module.status, status);
    await tx.update(modules).set({ status }).where(eq(modules.id, module.id));
    await setMediaVisibility(tx, module.id, status === 'published' ? 'public' : 'private');
    return module.id;
  });
}
