import type { ModuleReportBody } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { moduleReports } from '../../schema.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { findVisible } from '../../visible-module.ts';

/**
 * Keeps what somebody says against a module, for the team; it may be nothing but that there is something.
 * @param userId absent for a visitor
 * @throws AppError `not_found`; `conflict` for one's own module
 */
export async function reportModule(
  db: Executor,
  userId: string | undefined,
  idOrSlug: string,
  { reason, description = '' }: ModuleReportBody,
): Promise<void> {
  const { id, own } = await findVisible(db, idOrSlug, userId);
  if (own) throw new AppError('conflict', 'This is your own module: you can change or unpublish it.');
  await db.insert(moduleReports).values({ moduleId: id, userId, reason, description, createdAt: new Date() });
}
