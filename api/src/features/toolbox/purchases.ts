import { EXTENDED_LICENSE_FACTOR, PAGE_SIZES } from '@solvent/contracts';
import type { ModuleVersion, OwnedModule, PurchaseLicense, Receipt } from '@solvent/contracts';
import { purchaseRules } from '@solvent/contracts/rules/actions';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { ownedModulesResponse, purchaseResponse, receiptResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, getTableColumns, isNotNull, not, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { gt, major, rcompare, rsort } from 'semver';
import * as yup from 'yup';
import { PERSON_COLUMNS, requireCaller } from '../accounts/index.ts';
import type { FileLinks } from '../files/index.ts';
import { IS_MALWARE, nestedTakeDown, presentTakeDown } from '../moderation/index.ts';
import type { Deps } from './deps.ts';
import { moduleDownloads, moduleFigures, modulePurchases, modules, users } from '../../schema/index.ts';
import type { ModulePurchaseRow, UserRow } from '../../schema/index.ts';
import { formatDollars, LICENSE_NAMES, notifySeller } from './notifications.ts';
import { MODULE_CARD_COLUMNS, presentPurchase, getPublished, nestedVersions, presentListedCard } from './queries.ts';
import { findVisibleModule, hasRow, moduleParams } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import type { Transact } from '../../platform/outbox/outbox.ts';

/** Selects bought modules, and downloaded free ones that are published. */
function selectOwned(db: Db, userId: string) {
  const bought = db
    .select({ moduleId: modulePurchases.moduleId, since: modulePurchases.createdAt })
    .from(modulePurchases)
    .where(eq(modulePurchases.userId, userId));
  const isFree = and(eq(modules.priceCents, 0), eq(modules.status, 'published'));
  const downloaded = db
    .select({
      moduleId: moduleDownloads.moduleId,
      since: sql`min(${moduleDownloads.day})::timestamp AT TIME ZONE 'UTC'`.mapWith(modulePurchases.createdAt),
    })
    .from(moduleDownloads)
    .innerJoin(modules, eq(modules.id, moduleDownloads.moduleId))
    .where(and(eq(moduleDownloads.userId, userId), isFree, not(hasRow(db, modulePurchases, userId))))
    .groupBy(moduleDownloads.moduleId);
  return unionAll(bought, downloaded).as('owned');
}

/** Finds the newest version that the purchase includes (product 1.6). */
const findIncludedVersion = (published: ModuleVersion[], purchase: ModulePurchaseRow | undefined): ModuleVersion | undefined =>
  published
    .filter(({ version }) => purchase === undefined || major(version) === major(purchase.version))
    .toSorted((one, other) => rcompare(one.version, other.version))[0] ?? published[0];

function selectOwnedModules(db: Db, userId: string) {
  const owned = selectOwned(db, userId);
  const ownRows = (table: typeof modulePurchases | typeof moduleDownloads) =>
    and(eq(table.moduleId, modules.id), eq(table.userId, userId));
  return db
    .select({
      ...MODULE_CARD_COLUMNS,
      status: modules.status,
      since: owned.since,
      purchases: nestedRows(getTableColumns(modulePurchases), (column) =>
        db.select(column).from(modulePurchases).where(ownRows(modulePurchases)),
      ),
      versions: nestedVersions(db),
      takeDowns: nestedTakeDown(db, modules.id, IS_MALWARE),
      downloadedVersions: nestedRows({ version: moduleDownloads.version }, (column) =>
        db
          .select(column)
          .from(moduleDownloads)
          .where(and(ownRows(moduleDownloads), isNotNull(moduleDownloads.version)))
          .groupBy(moduleDownloads.version),
      ),
    })
    .from(owned)
    .innerJoin(modules, eq(modules.id, owned.moduleId))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(desc(owned.since), desc(owned.moduleId))
    .$dynamic();
}

type OwnedRow = Awaited<ReturnType<typeof selectOwnedModules>>[number];

function presentOwned(row: OwnedRow, links: FileLinks): OwnedModule {
  const { since, purchases, versions, downloadedVersions, takeDowns, ...card } = row;
  const [purchase] = purchases;
  const none = { version: card.version, notes: '', sizeBytes: 0, sha256: '', releasedAt: card.releasedAt.toISOString() };
  const included = findIncludedVersion(getPublished(versions), purchase) ?? none;
  const [downloaded] = rsort(downloadedVersions.flatMap(({ version }) => version ?? []));
  return {
    ...presentListedCard(card, links),
    purchase: purchase === undefined ? null : presentPurchase(purchase),
    since: since.toISOString(),
    included,
    downloaded: downloaded ?? null,
    hasUpdate: downloaded !== undefined && gt(included.version, downloaded),
    ...presentTakeDown(takeDowns),
  };
}

/** Reads a receipt of the buyer. Throws `not_found` for receipts of other users. */
async function readReceipt(db: Db, buyer: UserRow, purchaseId: string): Promise<Receipt> {
  const [found] = await db
    .select({ purchase: modulePurchases, seller: PERSON_COLUMNS })
    .from(modulePurchases)
    .innerJoin(modules, eq(modules.id, modulePurchases.moduleId))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(eq(modulePurchases.id, purchaseId), eq(modulePurchases.userId, buyer.id)));
  if (found === undefined) throw notFound('This receipt');
  const { purchase, seller } = found;
  return { purchase: presentPurchase(purchase), title: purchase.title, buyer: buyer.name, seller };
}

async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<ModulePurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

type NewPurchase = Omit<typeof modulePurchases.$inferInsert, 'title' | 'version' | 'userId'>;

/** Locks the module against unpublishing and deletion. @returns undefined if it is no longer on sale */
const storePurchase = (transact: Transact, values: NewPurchase, buyer: UserRow) =>
  transact(async (tx, events) => {
    const onSale = and(eq(modules.id, values.moduleId), eq(modules.status, 'published'));
    const [module] = await tx.select().from(modules).where(onSale).for('share');
    if (module !== undefined) {
      const row = { ...values, title: module.title, version: module.version, userId: buyer.id };
      const [stored] = await tx.insert(modulePurchases).values(row).onConflictDoNothing().returning();
      if (stored !== undefined) await notifySeller(tx, events, module, stored, buyer);
      if (stored !== undefined) return { purchase: stored, isNew: true };
    }
    const existing = await findPurchase(tx, values.moduleId, buyer.id);
    return existing && { purchase: existing, isNew: false };
  });

interface PurchaseRequest {
  buyer: UserRow;
  idOrSlug: string;
  license: PurchaseLicense;
  /** Price that the buyer saw; undefined skips the check. */
  expectedCents: number | undefined;
}

function assertSameLicense(purchase: ModulePurchaseRow, license: PurchaseLicense): void {
  if (purchase.license !== license)
    throw conflict(`You already have this module under the ${LICENSE_NAMES[purchase.license]} license.`);
}

/** Returns the price in US cents (decision 0015). */
function checkPrice(module: VisibleModule, { license, expectedCents }: PurchaseRequest): number {
  if (module.isOwn) throw conflict('This is your own module. You already have it.');
  if (module.priceCents === 0) throw conflict('This module is free. You can download it without buying it.');
  const cents = module.priceCents * (license === 'extended' ? EXTENDED_LICENSE_FACTOR : 1);
  if (expectedCents !== undefined && expectedCents !== cents)
    throw conflict(`The price has changed to ${formatDollars(cents)}. You were not charged.`);
  return cents;
}

/**
 * Buys a module once. The payment happens first, under a key of user, module and license, so that a retry does not pay twice.
 * A payment without a purchase is refunded: the module is no longer on sale, or a purchase with another license was faster.
 */
async function buyModule({ db, payments, transact }: Deps, request: PurchaseRequest, log: FastifyBaseLogger) {
  const { buyer, license } = request;
  const module = await findVisibleModule(db, request.idOrSlug, buyer.id);
  const existing = await findPurchase(db, module.id, buyer.id);
  if (existing !== undefined) {
    assertSameLicense(existing, license);
    return { purchase: existing, isNew: false };
  }
  const order = { key: [module.id, buyer.id, license].join(' '), cents: checkPrice(module, request), subject: module.title };
  const payment = await payments.pay(order);
  const paid = { license, priceCents: payment.cents, payment: payment.name, testMode: payments.testMode, createdAt: new Date() };
  const result = await storePurchase(transact, { ...paid, moduleId: module.id }, buyer);
  if (result?.purchase.payment !== payment.name)
    // The log is the team's to-do list for refunds.
    await payments.refund(payment).catch((error: unknown) => {
      log.error({ err: error, payment }, 'Refund failed: refund this payment manually');
    });
  if (result === undefined)
    throw new AppError('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
  assertSameLicense(result.purchase, license);
  return result;
}

export function purchaseRoutes(app: App, deps: Deps): void {
  const { db, fileLinks } = deps;
  const config = { access: 'signed-in' } as const;
  const tags = ['modules'];
  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));

  const listed = { tags, querystring, response: { 200: ownedModulesResponse } };
  app.get('/modules/purchased', { config, schema: listed }, async (request) => {
    const userId = requireCaller(request).user.id;
    const { page, limit } = request.query;
    const rows = await selectOwnedModules(db, userId)
      .limit(limit)
      .offset((page - 1) * limit);
    const total = await db.$count(selectOwned(db, userId));
    return { modules: rows.map((row) => presentOwned(row, fileLinks)), ...buildPaging(request.query, total) };
  });

  const receipt = { tags, params: idParams, response: { 200: receiptResponse } };
  app.get('/modules/purchased/:id', { config, schema: receipt }, async (request) => ({
    receipt: await readReceipt(db, requireCaller(request).user, request.params.id),
  }));

  // 201 for a new purchase, 200 for an existing one.
  const response = { 200: purchaseResponse, 201: purchaseResponse };
  const schema = { tags, params: moduleParams, body: purchaseRules, response };
  app.post('/modules/:id/purchase', { config: { ...config, limit: 'purchase' }, schema }, async (request, reply) => {
    const { license, priceCents: expectedCents } = request.body;
    const order = { buyer: requireCaller(request).user, idOrSlug: request.params.id, license, expectedCents };
    const { purchase, isNew } = await buyModule(deps, order, request.log);
    reply.code(isNew ? 201 : 200);
    return { purchase: presentPurchase(purchase) };
  });
}
