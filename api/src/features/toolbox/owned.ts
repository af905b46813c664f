import { MODULE_STATUSES, PAGE_SIZES } from '@solvent/contracts';
import type { ModuleVersion, OwnedModule, OwnedModulesResponse, PageQuery, Receipt, ReceiptResponse } from '@solvent/contracts';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { and, desc, eq, getTableColumns, isNotNull, notExists, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { gt, major, rsort } from 'semver';
import * as yup from 'yup';
import { requireCaller } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import { users } from '../accounts/schema.ts';
import { personSchema } from '../accounts/service.ts';
import type { FileLinks } from '../files/service.ts';
import { IS_MALWARE, nestedTakeDown, presentTakeDown, takenDownField } from '../moderation/service.ts';
import type { NestedTakeDowns } from '../moderation/service.ts';
import {
  MODULE_CARD_COLUMNS,
  moduleCardFields,
  presentModuleCard,
  presentPurchase,
  purchaseSchema,
  versionFields,
} from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { nestedVersions, previewFor, publishedOf } from './queries.ts';
import type { VersionRow } from './queries.ts';
import { moduleDownloads, moduleFigures, modulePurchases, modules } from './schema.ts';
import type { ModulePurchaseRow, ModuleRow } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { responseSchema, json, pagingSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';

/** The modules that somebody bought, and the free ones in the catalogue that they downloaded, each with the time of it. */
function ownedBy(db: Db, userId: string) {
  const ofBuyer = and(eq(modulePurchases.moduleId, modules.id), eq(modulePurchases.userId, userId));
  const bought = db
    .select({ moduleId: modulePurchases.moduleId, since: modulePurchases.createdAt })
    .from(modulePurchases)
    .where(eq(modulePurchases.userId, userId));
  const got = db
    .select({
      moduleId: moduleDownloads.moduleId,
      since: sql`min(${moduleDownloads.day})::timestamp AT TIME ZONE 'UTC'`.mapWith(modulePurchases.createdAt),
    })
    .from(moduleDownloads)
    .innerJoin(modules, eq(modules.id, moduleDownloads.moduleId))
    .where(
      and(
        eq(moduleDownloads.userId, userId),
        eq(modules.priceCents, 0),
        eq(modules.status, 'published'),
        notExists(db.select({ id: modulePurchases.id }).from(modulePurchases).where(ofBuyer)),
      ),
    )
    .groupBy(moduleDownloads.moduleId);
  return unionAll(bought, got).as('owned');
}

/** An owned module as it is selected. */
interface OwnedRow extends ModuleCard, Pick<ModuleRow, 'status'> {
  since: Date;
  purchases: ModulePurchaseRow[];
  versions: VersionRow[];
  taken: { version: string | null }[];
  takeDowns: NestedTakeDowns;
}

/** The newest version that comes with what was bought (product 1.6), or with a free module. */
function includedOf(published: ModuleVersion[], purchase: ModulePurchaseRow | undefined): ModuleVersion | undefined {
  const within = purchase === undefined ? published : published.filter((one) => major(one.version) === major(purchase.version));
  const [newest] = rsort(within.map((one) => one.version));
  return within.find((one) => one.version === newest) ?? published[0];
}

function presentOwned(
  { status, since, purchases, versions, taken, takeDowns, ...card }: OwnedRow,
  links: FileLinks,
): OwnedModule {
  const [purchase] = purchases;
  const none = { version: card.version, notes: '', sizeBytes: 0, sha256: '', releasedAt: card.releasedAt.toISOString() };
  const included = includedOf(publishedOf(versions), purchase) ?? none;
  const [downloaded] = rsort(taken.flatMap(({ version }) => version ?? []));
  return {
    ...presentModuleCard(card),
    previewImage: previewFor({ status, previewImage: card.previewImage }, links),
    status,
    purchase: purchase === undefined ? null : presentPurchase(purchase),
    since: since.toISOString(),
    included,
    downloaded: downloaded ?? null,
    hasUpdate: downloaded !== undefined && gt(included.version, downloaded),
    ...presentTakeDown(takeDowns),
  };
}

/** One page of what somebody has, the latest first, and how many there are. */
async function listOwned(
  { db, links }: { db: Db; links: FileLinks },
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ owned: OwnedModule[]; total: number }> {
  const owned = ownedBy(db, userId);
  const own = (table: typeof modulePurchases | typeof moduleDownloads) =>
    and(eq(table.moduleId, modules.id), eq(table.userId, userId));
  const rows = await db
    .select({
      ...MODULE_CARD_COLUMNS,
      status: modules.status,
      since: owned.since,
      purchases: nestedRows(getTableColumns(modulePurchases), (column) =>
        db.select(column).from(modulePurchases).where(own(modulePurchases)),
      ),
      versions: nestedVersions(db),
      takeDowns: nestedTakeDown(db, modules.id, IS_MALWARE),
      taken: nestedRows({ version: moduleDownloads.version }, (column) =>
        db
          .select(column)
          .from(moduleDownloads)
          .where(and(own(moduleDownloads), isNotNull(moduleDownloads.version)))
          .groupBy(moduleDownloads.version),
      ),
    })
    .from(owned)
    .innerJoin(modules, eq(modules.id, owned.moduleId))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(desc(owned.since), desc(owned.moduleId))
    .limit(limit)
    .offset((page - 1) * limit);
  return { owned: rows.map((row) => presentOwned(row, links)), total: await db.$count(owned) };
}

/** The receipt of a purchase of this person's. @throws AppError `not_found`, also for somebody else's */
async function readReceipt(db: Db, buyer: { id: string; name: string }, purchaseId: string): Promise<Receipt> {
  const [found] = await db
    .select({ purchase: modulePurchases, seller: { _id: users.id, name: users.name, image: users.image } })
    .from(modulePurchases)
    .innerJoin(modules, eq(modules.id, modulePurchases.moduleId))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(eq(modulePurchases.id, purchaseId), eq(modulePurchases.userId, buyer.id)));
  if (found === undefined) throw notFound('This receipt');
  const { purchase, seller } = found;
  return { purchase: presentPurchase(purchase), title: purchase.title, buyer: buyer.name, seller };
}

const access = 'signed-in';
const tags = ['modules'];
const querystring = yup.object(pagingFields(PAGE_SIZES.modules));

/** GET /modules/purchased and GET /modules/purchased/:id. */
export function ownedRoutes(app: App, { db }: Deps, links: FileLinks): void {
  app.get(
    '/modules/purchased',
    { config: { access }, schema: { tags, querystring, response: { 200: ownedAnswer } } },
    async (request) => {
      const { owned, total } = await listOwned({ db, links }, requireCaller(request).user.id, request.query);
      return { modules: owned, ...buildPaging(request.query, total) };
    },
  );

  app.get(
    '/modules/purchased/:id',
    { config: { access }, schema: { tags, params: idParams, response: { 200: receiptAnswer } } },
    async (request) => ({ receipt: await readReceipt(db, requireCaller(request).user, request.params.id) }),
  );
}

/** `{ modules }` and its paging. */
const ownedAnswer = responseSchema<OwnedModulesResponse>(
  json.object({
    modules: json.list(
      json.object(
        {
          ...moduleCardFields,
          status: json.oneOf(MODULE_STATUSES),
          purchase: json.orNull(purchaseSchema),
          since: json.time,
          included: json.object(versionFields),
          downloaded: json.textOrNull,
          hasUpdate: json.boolean,
        },
        takenDownField,
      ),
    ),
    ...pagingSchema,
  }),
);

/** `{ receipt }`. */
const receiptAnswer = responseSchema<ReceiptResponse>(
  json.object({ receipt: json.object({ purchase: purchaseSchema, title: json.text, buyer: json.text, seller: personSchema }) }),
);
