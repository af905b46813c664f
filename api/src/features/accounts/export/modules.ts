import { MODULE_LICENSES, MODULE_REPORT_REASONS, MODULE_STATUSES, PURCHASE_LICENSES } from '@solvent/contracts';
import { desc, eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  moduleDownloads,
  moduleFigures,
  moduleReviews,
  modulePurchases,
  moduleReports,
  moduleVersions,
  modules,
  savedModules,
} from '../../toolbox/schema.ts';
import { receiptNumber } from '../../toolbox/service.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { json } from '../../../platform/http/response-schema.ts';

const titled = { _id: modules.id, title: modules.title };
const aboutModule = (column: PgColumn) => eq(modules.id, column);

/** What a person left at others' modules: bought, downloaded, saved and reported ones, and what they said of them. */
export async function collectModuleTraces(tx: Tx, userId: string) {
  return {
    purchases: await tx
      .select({ module: titled, purchase: modulePurchases })
      .from(modulePurchases)
      .innerJoin(modules, aboutModule(modulePurchases.moduleId))
      .where(eq(modulePurchases.userId, userId))
      .orderBy(desc(modulePurchases.createdAt)),
    downloads: await tx
      .select({ module: titled, day: moduleDownloads.day, version: moduleDownloads.version })
      .from(moduleDownloads)
      .innerJoin(modules, aboutModule(moduleDownloads.moduleId))
      .where(eq(moduleDownloads.userId, userId))
      .orderBy(desc(moduleDownloads.day)),
    saved: await tx
      .select({ module: titled, savedAt: savedModules.savedAt })
      .from(savedModules)
      .innerJoin(modules, aboutModule(savedModules.moduleId))
      .where(eq(savedModules.userId, userId))
      .orderBy(desc(savedModules.savedAt)),
    reviews: await tx
      .select({ module: titled, review: moduleReviews })
      .from(moduleReviews)
      .innerJoin(modules, aboutModule(moduleReviews.moduleId))
      .where(eq(moduleReviews.userId, userId))
      .orderBy(desc(moduleReviews.createdAt)),
    reports: await tx
      .select({ module: titled, report: moduleReports })
      .from(moduleReports)
      .innerJoin(modules, aboutModule(moduleReports.moduleId))
      .where(eq(moduleReports.userId, userId))
      .orderBy(desc(moduleReports.createdAt)),
  };
}

/** The same as it leaves the server. */
export function presentModuleTraces({ purchases, downloads, saved, reviews, reports }: Traces) {
  return {
    modulePurchases: purchases.map(({ module, purchase: { id, title, version, license, priceCents, testMode, createdAt } }) => ({
      _id: id,
      module,
      receipt: receiptNumber({ id, createdAt }),
      title,
      version,
      license,
      priceCents,
      testMode,
      createdAt: createdAt.toISOString(),
    })),
    moduleDownloads: downloads,
    savedModules: saved.map(({ module, savedAt }) => ({ module, savedAt: savedAt.toISOString() })),
    moduleReviews: reviews.map(({ module, review: { id, rating, text, createdAt, updatedAt } }) => ({
      id,
      module,
      rating,
      text,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    moduleReports: reports.map(({ module, report: { reason, description, createdAt } }) => ({
      module,
      reason,
      description,
      createdAt: createdAt.toISOString(),
    })),
  };
}

type Traces = Awaited<ReturnType<typeof collectModuleTraces>>;

const moduleSchema = json.object({ _id: json.id, title: json.text });
const created = { module: moduleSchema, createdAt: json.time };
const purchase = {
  _id: json.id,
  ...created,
  receipt: json.text,
  title: json.text,
  version: json.text,
  license: json.oneOf(PURCHASE_LICENSES),
  priceCents: json.integer,
  testMode: json.boolean,
};
const review = { id: json.id, ...created, rating: json.integer, text: json.text, updatedAt: json.time };

/** The properties of these in the export. */
export const moduleTracesFields = {
  modulePurchases: json.list(json.object(purchase)),
  moduleDownloads: json.list(json.object({ module: moduleSchema, day: json.text, version: json.textOrNull })),
  savedModules: json.list(json.object({ module: moduleSchema, savedAt: json.time })),
  moduleReviews: json.list(json.object(review)),
  moduleReports: json.list(
    json.object({ ...created, reason: json.orNull(json.oneOf(MODULE_REPORT_REASONS)), description: json.text }),
  ),
};

/** A person's own modules, each with its versions. */
export async function collectOwnModules(tx: Tx, userId: string) {
  const own = await tx
    .select({ module: modules, figures: moduleFigures })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(modules.releasedAt));
  const { moduleId, version, notes, status, createdAt } = moduleVersions;
  const versions = await tx
    .select({ moduleId, version, notes, status, createdAt })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleId))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(createdAt));
  return own.map((row) => ({ ...row, versions: versions.filter((one) => one.moduleId === row.module.id) }));
}

/** The same as it leaves the server. */
export function presentOwnModule({ module, figures, versions }: Awaited<ReturnType<typeof collectOwnModules>>[number]) {
  const { id, slug, title, description, tags, priceCents, previewImage, version, status } = module;
  const { documentation, license, repositoryUrl, demoUrl, sandboxUrl, releasedAt, updatedAt } = module;
  const { rating, ratingCount, downloads } = figures;
  const card = { id, slug, title, description, tags, priceCents, rating, ratingCount, downloads, previewImage, version };
  const page = { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl };
  return {
    ...card,
    ...page,
    versions: versions.map((one) => ({
      version: one.version,
      notes: one.notes,
      status: one.status,
      createdAt: one.createdAt.toISOString(),
    })),
    releasedAt: releasedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An own module in the export. */
export const ownModuleSchema = json.object({
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  status: json.oneOf(MODULE_STATUSES),
  documentation: json.text,
  license: json.oneOf(MODULE_LICENSES),
  repositoryUrl: json.textOrNull,
  demoUrl: json.textOrNull,
  sandboxUrl: json.textOrNull,
  versions: json.list(
    json.object({
      version: json.text,
      notes: json.text,
      status: json.oneOf(moduleVersions.status.enumValues),
      createdAt: json.time,
    }),
  ),
  releasedAt: json.time,
  updatedAt: json.time,
});
