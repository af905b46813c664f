import { MODULE_TERMS } from '@solvent/contracts';
import type { ChangeModuleBody, Earnings, ModuleStatus, OwnModule, PageQuery, VersionReview } from '@solvent/contracts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { markForRemoval } from '../../files/service.ts';
import type { FileLinks } from '../../files/service.ts';
import { files } from '../../files/schema.ts';
import type { FileRow } from '../../files/schema.ts';
import { takeDowns } from '../../moderation/schema.ts';
import { hasTakeDown, nestedTakeDown, presentTakeDown } from '../../moderation/service.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard } from '../presenter.ts';
import { INCOMING_MODULES } from './form.ts';
import { columnsOf } from './storing.ts';
import { PREVIEW_COLUMNS, previewFor } from '../queries.ts';
import { findVisible } from '../visibility.ts';
import { setMediaVisibility } from '../service.ts';
import { moduleFigures, moduleMedia, modulePurchases, moduleReviews, moduleVersions, modules } from '../schema.ts';
import type { ModuleRow } from '../schema.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

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
async function lockOwnModule(tx: Tx, asked: Asked): Promise<ModuleRow> {
  const own = and(eq(modules.id, await ownModuleId(tx, asked)), isNull(modules.deletedAt));
  const [row] = await tx.select().from(modules).where(own).for('update');
  if (row === undefined) throw notFound('This module');
  return row;
}

/** Locks a module that its author may change. @throws AppError `conflict` while it is taken down */
export async function lockChangeableModule(tx: Tx, asked: Asked): Promise<ModuleRow> {
  const module = await lockOwnModule(tx, asked);
  if (await hasTakeDown(tx, module.id))
    throw conflict('This module was taken down and can’t be changed. Write to us on the contact page.');
  return module;
}

/** Whether somebody's modules show their e-mail address (product 2.32): off until they turn it on. */
export async function showsEmail(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ shown: users.showsEmail }).from(users).where(eq(users.id, userId));
  return row?.shown ?? false;
}

/** Shows or hides the address on all of somebody's modules. */
export async function changeContact(db: Db, userId: string, shown: boolean): Promise<void> {
  await db.update(users).set({ showsEmail: shown }).where(eq(users.id, userId));
}

const THRESHOLD_CENTS = MODULE_TERMS.payoutThresholdDollars * 100;

/** Sums of one module, or of all of an author. */
interface Sales {
  salesCents: number;
  salesCount: number;
}

/** What was paid for the modules of a query, before the fee. */
const SALES_COLUMNS = {
  salesCents: sql<number>`coalesce(sum(${modulePurchases.priceCents}), 0)::float8`,
  salesCount: sql<number>`count(${modulePurchases.id})::int`,
};

/**
 * What an author has earned, with the fee, and the sales that are missing until it is paid out: the threshold is one of sales, so
 * before the fee (product 1.6). Deleted modules count.
 */
export async function earningsOf(db: Db, authorId: string): Promise<Earnings> {
  const [sums] = await db
    .select({ ...SALES_COLUMNS, testMode: sql<boolean>`coalesce(bool_or(${modulePurchases.testMode}), true)` })
    .from(modulePurchases)
    .innerJoin(modules, eq(modules.id, modulePurchases.moduleId))
    .where(eq(modules.authorId, authorId));
  const { salesCents, testMode } = sums ?? { salesCents: 0, testMode: true };
  const feeCents = Math.round((salesCents * MODULE_TERMS.feePercent) / 100);
  const netCents = salesCents - feeCents;
  return { salesCents, feeCents, netCents, missingCents: Math.max(0, THRESHOLD_CENTS - salesCents), testMode };
}

const NO_SALES: Sales = { salesCents: 0, salesCount: 0 };

async function salesOf(db: Db, ids: string[]): Promise<Map<string, Sales>> {
  const rows = await db
    .select({ id: modulePurchases.moduleId, ...SALES_COLUMNS })
    .from(modulePurchases)
    .where(inArray(modulePurchases.moduleId, ids))
    .groupBy(modulePurchases.moduleId);
  return new Map(rows.map(({ id, ...sales }) => [id, sales]));
}

/** How the review of each module's last version stands. */
async function reviewsOf(db: Db, ids: string[]): Promise<Map<string, VersionReview>> {
  const { moduleId: id, version, stage, reason, findings } = moduleVersions;
  const rows = await db
    .selectDistinctOn([id], { id, version, stage, reason, findings })
    .from(moduleVersions)
    .where(inArray(id, ids))
    .orderBy(id, desc(moduleVersions.createdAt), desc(moduleVersions.id));
  return new Map(rows.map(({ id: moduleId, ...review }) => [moduleId, review]));
}

/** One page of an author's modules in every state, newest first, and how many there are; not those that were deleted. */
export async function listOwn(
  { db, links }: { db: Db; links: FileLinks },
  authorId: string,
  { page, limit }: PageQuery,
): Promise<{ modules: OwnModule[]; total: number }> {
  const own = and(eq(modules.authorId, authorId), isNull(modules.deletedAt));
  const rows = await db
    .select({ ...MODULE_CARD_COLUMNS, ...PREVIEW_COLUMNS, takenDown: nestedTakeDown(db, modules.id) })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(own)
    .orderBy(desc(modules.releasedAt), desc(modules.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const ids = rows.map(({ id }) => id);
  const [sales, reviews] = [await salesOf(db, ids), await reviewsOf(db, ids)];
  const listed = rows.map(({ status, takenDown, ...card }) => ({
    ...presentModuleCard(card),
    previewImage: previewFor({ status, previewImage: card.previewImage }, links),
    status,
    review: reviews.get(card.id) ?? { version: card.version, stage: 'done' as const, reason: null, findings: [] },
    ...(sales.get(card.id) ?? NO_SALES),
    ...presentTakeDown(takenDown),
  }));
  return { modules: listed, total: await db.$count(modules, own) };
}

/** Changes the texts and settings of a module; its address stays. @throws AppError `not_found`, `forbidden`, `conflict` */
export async function changeTexts(db: Db, asked: Asked, fields: ChangeModuleBody): Promise<string> {
  return db.transaction(async (tx) => {
    const { id } = await lockChangeableModule(tx, asked);
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
 * Takes a module out of the catalogue with its pictures and videos, or puts it back (product 4.17).
 * @throws AppError `not_found`, `forbidden`; `conflict` while it is taken down; `invalid_transition` with the state that it is in
 */
export async function changeStatus(db: Db, asked: Asked, status: 'published' | 'unpublished'): Promise<string> {
  return db.transaction(async (tx) => {
    const module = await lockChangeableModule(tx, asked);
    checkChange(module.status, status);
    await tx.update(modules).set({ status }).where(eq(modules.id, module.id));
    await setMediaVisibility(tx, module.id, status === 'published' ? 'public' : 'private');
    return module.id;
  });
}

type Deleting = Pick<Deps, 'db' | 'files'>;

async function filesOf(db: Executor, moduleId: string): Promise<Pick<FileRow, 'id' | 'storageKey'>[]> {
  const archives = db.select({ id: moduleVersions.fileId }).from(moduleVersions).where(eq(moduleVersions.moduleId, moduleId));
  const media = db.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  return db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(inArray(files.id, archives.union(media)));
}

/**
 * Removes everything of it, unless someone bought it (decision 0017), or it is taken down: its archive is then the evidence.
 * @returns keys of files that nothing names now
 */
async function deleteRows(tx: Tx, asked: Asked): Promise<string[]> {
  const { id } = await lockOwnModule(tx, asked);
  if ((await tx.$count(modulePurchases, eq(modulePurchases.moduleId, id))) > 0 || (await hasTakeDown(tx, id))) {
    await tx.update(modules).set({ status: 'unpublished', deletedAt: new Date() }).where(eq(modules.id, id));
    await setMediaVisibility(tx, id, 'private');
    return [];
  }
  const removed = await filesOf(tx, id);
  const ids = removed.map((file) => file.id);
  const reviews = tx.select({ id: moduleReviews.id }).from(moduleReviews).where(eq(moduleReviews.moduleId, id));
  await tx.delete(takeDowns).where(inArray(takeDowns.subjectId, reviews));
  await tx.delete(modules).where(eq(modules.id, id));
  await tx.delete(files).where(inArray(files.id, ids));
  return removed.map(({ storageKey }) => storageKey);
}

/**
 * Deletes a module of its author. Who bought it keeps it: then it is in no catalogue and none of the author's any more, and its
 * buyers still find and download it. One that is taken down stays for the team.
 * @throws AppError `not_found`, `forbidden`
 */
export async function deleteModule({ db, files: store }: Deleting, asked: Asked, log: FastifyBaseLogger): Promise<void> {
  const keys = (await filesOf(db, await ownModuleId(db, asked))).map(({ storageKey }) => storageKey);
  // A server that ends in between is followed by one that finds the marks.
  const forget = await markForRemoval(INCOMING_MODULES, store, keys);
  const removed = await db.transaction((tx) => deleteRows(tx, asked));
  try {
    for (const key of removed) await store.delete(key);
    await forget();
  } catch (error) {
    log.warn({ err: error }, 'Files of a deleted module were not removed; they are when the server looks for abandoned ones');
  }
}
