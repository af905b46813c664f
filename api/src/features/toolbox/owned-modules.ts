import { MODULE_STATUSES, PAGE_SIZES } from '@solvent/contracts';
import type { ModuleVersion, OwnedModule, OwnedModulesResponse, PageQuery, Receipt, ReceiptResponse } from '@solvent/contracts';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { json, pagingSchema } from '@solvent/contracts/schemas';
import { and, desc, eq, getTableColumns, isNotNull, not, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { gt, major, rsort } from 'semver';
import * as yup from 'yup';
import { personSchema, requireCaller } from '../accounts/index.ts';
import type { FileLinks } from '../files/index.ts';
import { IS_MALWARE, nestedTakeDown, presentTakeDown, takenDownField } from '../moderation/index.ts';
import type { NestedTakeDowns } from '../moderation/index.ts';
import type { Deps } from './deps.ts';
import type { App } from '../../platform/http/app.ts';
import { moduleDownloads, moduleFigures, modulePurchases, modules, users } from '../../schema/index.ts';
import type { ModulePurchaseRow, ModuleRow } from '../../schema/index.ts';
import {
  MODULE_CARD_COLUMNS,
  moduleCardFields,
  presentModuleCard,
  presentPurchase,
  purchaseSchema,
  versionFields,
} from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { nestedVersions, getPreviewUrl, getPublished } from './queries.ts';
import type { VersionRow } from './queries.ts';
import { hasRow } from './visibility.ts';
import type { Db } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { responseSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';

/** Selects bought modules, and downloaded free ones that are published. */
function selectOwned(db: Db, userId: string) {
  const bought = db
    .select({ moduleId: modulePurchases.moduleId, since: modulePurchases.createdAt })
    .from(modulePurchases)
    .where(eq(modulePurchases.userId, userId));
  const downloaded = db
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
        not(hasRow(db, modulePurchases, userId)),
      ),
    )
    .groupBy(moduleDownloads.moduleId);
  return unionAll(bought, downloaded).as('owned');
}

interface OwnedRow extends ModuleCard, Pick<ModuleRow, 'status'> {
  since: Date;
  purchases: ModulePurchaseRow[];
  versions: VersionRow[];
  downloadedVersions: { version: string | null }[];
  takeDowns: NestedTakeDowns;
}

/** Finds the newest version that the purchase includes (product 1.6). */
function findIncludedVersion(published: ModuleVersion[], purchase: ModulePurchaseRow | undefined): ModuleVersion | undefined {
  const included = purchase === undefined ? published : published.filter((one) => major(one.version) === major(purchase.version));
  const [newest] = rsort(included.map((one) => one.version));
  return included.find((one) => one.version === newest) ?? published[0];
}

function presentOwned(
  { status, since, purchases, versions, downloadedVersions, takeDowns, ...card }: OwnedRow,
  links: FileLinks,
): OwnedModule {
  const [purchase] = purchases;
  const none = { version: card.version, notes: '', sizeBytes: 0, sha256: '', releasedAt: card.releasedAt.toISOString() };
  const included = findIncludedVersion(getPublished(versions), purchase) ?? none;
  const [downloaded] = rsort(downloadedVersions.flatMap(({ version }) => version ?? []));
  return {
    ...presentModuleCard(card),
    previewImage: getPreviewUrl({ status, previewImage: card.previewImage }, links),
    status,
    purchase: purchase === undefined ? null : presentPurchase(purchase),
    since: since.toISOString(),
    included,
    downloaded: downloaded ?? null,
    hasUpdate: downloaded !== undefined && gt(included.version, downloaded),
    ...presentTakeDown(takeDowns),
  };
}

async function listOwned(
  { db, links }: { db: Db; links: FileLinks },
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ owned: OwnedModule[]; total: number }> {
  const owned = selectOwned(db, userId);
  const ownRows = (table: typeof modulePurchases | typeof moduleDownloads) =>
    and(eq(table.moduleId, modules.id), eq(table.userId, userId));
  const rows = await db
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
    .limit(limit)
    .offset((page - 1) * limit);
  return { owned: rows.map((row) => presentOwned(row, links)), total: await db.$count(owned) };
}

/** @throws AppError `not_found`, also for another user's receipt */
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

export function ownedRoutes(app: App, { db }: Deps, links: FileLinks): void {
  app.get(
    '/modules/purchased',
    { config: { access }, schema: { tags, querystring, response: { 200: ownedResponse } } },
    async (request) => {
      const { owned, total } = await listOwned({ db, links }, requireCaller(request).user.id, request.query);
      return { modules: owned, ...buildPaging(request.query, total) };
    },
  );

  app.get(
    '/modules/purchased/:id',
    { config: { access }, schema: { tags, params: idParams, response: { 200: receiptResponse } } },
    async (request) => ({ receipt: await readReceipt(db, requireCaller(request).user, request.params.id) }),
  );
}

const ownedResponse = responseSchema<OwnedModulesResponse>(
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

const receiptResponse = responseSchema<ReceiptResponse>(
  json.object({ receipt: json.object({ purchase: purchaseSchema, title: json.text, buyer: json.text, seller: personSchema }) }),
);
