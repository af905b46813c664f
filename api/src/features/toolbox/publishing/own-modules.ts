import { MODULE_TERMS } from '@solvent/contracts';
import type { ChangeModuleBody, Earnings, ModuleStatus, OwnModule, PageQuery } from '@solvent/contracts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import {
  files,
  moduleFigures,
  moduleMedia,
  modulePurchases,
  moduleReviews,
  modules,
  moduleVersions,
  takeDowns,
  users,
} from '../../../schema/index.ts';
import type { ModuleRow } from '../../../schema/index.ts';
import { deleteFileRows } from '../../files/index.ts';
import { hasTakeDown, nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import { MODULE_CARD_COLUMNS, nestedLastReview, presentListedCard } from '../queries.ts';
import { toColumns } from './store-module.ts';
import { findVisibleModule, setMediaVisibility } from '../visibility.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

export interface OwnModuleTarget {
  idOrSlug: string;
  callerId: string;
}

export async function findOwnModuleId(db: Executor, { idOrSlug, callerId }: OwnModuleTarget): Promise<string> {
  const { id, isOwn } = await findVisibleModule(db, idOrSlug, callerId);
  if (!isOwn) throw new AppError('forbidden', 'Only the author can change this module.');
  return id;
}

async function lockOwnModule(tx: Tx, target: OwnModuleTarget): Promise<ModuleRow> {
  const own = and(eq(modules.id, await findOwnModuleId(tx, target)), isNull(modules.deletedAt));
  const [row] = await tx.select().from(modules).where(own).for('update');
  if (row === undefined) throw notFound('This module');
  return row;
}

/** Locks a module that its author may change: not while it is taken down. */
export async function lockChangeableModule(tx: Tx, target: OwnModuleTarget): Promise<ModuleRow> {
  const module = await lockOwnModule(tx, target);
  if (await hasTakeDown(tx, module.id))
    throw conflict('This module was taken down and can’t be changed. Write to us on the contact page.');
  return module;
}

const SALES_COLUMNS = {
  salesCents: sql<number>`coalesce(sum(${modulePurchases.priceCents}), 0)::float8`,
  salesCount: sql<number>`count(${modulePurchases.id})::int`,
};

/**
 * Returns the earnings of an author, including those of deleted modules. The payout threshold applies to sales before the fee
 * (product 1.6).
 */
export async function getEarnings(db: Db, authorId: string): Promise<Earnings> {
  const [sums] = await db
    .select({ ...SALES_COLUMNS, testMode: sql<boolean>`coalesce(bool_or(${modulePurchases.testMode}), true)` })
    .from(modulePurchases)
    .innerJoin(modules, eq(modules.id, modulePurchases.moduleId))
    .where(eq(modules.authorId, authorId));
  const { salesCents, testMode } = sums ?? { salesCents: 0, testMode: true };
  const feeCents = Math.round((salesCents * MODULE_TERMS.feePercent) / 100);
  const missingCents = Math.max(0, MODULE_TERMS.payoutThresholdDollars * 100 - salesCents);
  return { salesCents, feeCents, netCents: salesCents - feeCents, missingCents, testMode };
}

export async function listOwnModules({ db, fileLinks }: Deps, authorId: string, { page, limit }: PageQuery) {
  const own = and(eq(modules.authorId, authorId), isNull(modules.deletedAt));
  const rows = await db
    .select({
      ...MODULE_CARD_COLUMNS,
      status: modules.status,
      takeDowns: nestedTakeDown(db, modules.id),
      reviews: nestedLastReview(db),
      sales: nestedRows(SALES_COLUMNS, (column) =>
        db.select(column).from(modulePurchases).where(eq(modulePurchases.moduleId, modules.id)),
      ),
    })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(own)
    .orderBy(desc(modules.releasedAt), desc(modules.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const listed = rows.map(({ takeDowns: taken, reviews: [review], sales: [sales], ...card }): OwnModule => ({
    ...presentListedCard(card, fileLinks),
    review: review ?? { version: card.version, stage: 'done', reason: null, findings: [] },
    ...(sales ?? { salesCents: 0, salesCount: 0 }),
    ...presentTakeDown(taken),
  }));
  return { modules: listed, total: await db.$count(modules, own) };
}

export async function updateModule(tx: Tx, target: OwnModuleTarget, fields: ChangeModuleBody): Promise<string> {
  const { id } = await lockChangeableModule(tx, target);
  const changes = { ...toColumns(fields), updatedAt: new Date() };
  await tx.update(modules).set(changes).where(eq(modules.id, id));
  return id;
}

const BLOCKED_REASONS: Record<ModuleStatus, string> = {
  'in-review': 'This module is in review. It will be published after the review.',
  rejected: 'This module was rejected. Upload a new version that fixes the problems.',
  published: 'This module is already published.',
  unpublished: 'This module is already unpublished.',
};

/** Sets the status of a module and the visibility of its media (product 4.17). */
export async function setStatus(tx: Tx, target: OwnModuleTarget, status: 'published' | 'unpublished'): Promise<string> {
  const { id, status: current } = await lockChangeableModule(tx, target);
  const canChange = current !== status && (current === 'published' || current === 'unpublished');
  if (!canChange) throw new AppError('invalid_transition', BLOCKED_REASONS[current]);
  await tx.update(modules).set({ status }).where(eq(modules.id, id));
  await setMediaVisibility(tx, id, status === 'published' ? 'public' : 'private');
  return id;
}

/** Hides a module that was bought, for its buyers (decision 0017), or taken down, as evidence. */
export async function deleteModule(tx: Tx, target: OwnModuleTarget): Promise<void> {
  const { id } = await lockOwnModule(tx, target);
  if ((await tx.$count(modulePurchases, eq(modulePurchases.moduleId, id))) > 0 || (await hasTakeDown(tx, id))) {
    await tx.update(modules).set({ status: 'unpublished', deletedAt: new Date() }).where(eq(modules.id, id));
    await setMediaVisibility(tx, id, 'private');
    return;
  }
  const archives = tx.select({ id: moduleVersions.fileId }).from(moduleVersions).where(eq(moduleVersions.moduleId, id));
  const media = tx.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, id));
  const fileIds = (await archives.union(media)).map((file) => file.id);
  const reviews = tx.select({ id: moduleReviews.id }).from(moduleReviews).where(eq(moduleReviews.moduleId, id));
  await tx.delete(takeDowns).where(inArray(takeDowns.subjectId, reviews));
  await tx.delete(modules).where(eq(modules.id, id));
  await deleteFileRows(tx, inArray(files.id, fileIds));
}
