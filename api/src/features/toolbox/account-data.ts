import { MODULE_LICENSES, MODULE_REPORT_REASONS, MODULE_STATUSES, PURCHASE_LICENSES } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { defineExporter, titledSchema, toIsoDates } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import {
  moduleDownloads,
  moduleFigures,
  modulePurchases,
  moduleReports,
  moduleReviews,
  modules,
  moduleVersions,
  savedModules,
} from '../../schema/index.ts';
import { receiptNumber } from './presenter.ts';
import { setMediaVisibility } from './visibility.ts';
import type { Tx } from '../../platform/db/connect.ts';

const module = { _id: modules.id, title: modules.title };
const isAbout = (column: PgColumn) => eq(modules.id, column);

async function collectModuleTraces(tx: Tx, userId: string) {
  const { id, title, version, license, priceCents, testMode, createdAt } = modulePurchases;
  const purchases = await tx
    .select({ _id: id, module, title, version, license, priceCents, testMode, createdAt })
    .from(modulePurchases)
    .innerJoin(modules, isAbout(modulePurchases.moduleId))
    .where(eq(modulePurchases.userId, userId))
    .orderBy(desc(createdAt));
  const downloads = await tx
    .select({ module, day: moduleDownloads.day, version: moduleDownloads.version })
    .from(moduleDownloads)
    .innerJoin(modules, isAbout(moduleDownloads.moduleId))
    .where(eq(moduleDownloads.userId, userId))
    .orderBy(desc(moduleDownloads.day));
  const saved = await tx
    .select({ module, savedAt: savedModules.savedAt })
    .from(savedModules)
    .innerJoin(modules, isAbout(savedModules.moduleId))
    .where(eq(savedModules.userId, userId))
    .orderBy(desc(savedModules.savedAt));
  const { id: reviewId, rating, text, createdAt: reviewedAt, updatedAt } = moduleReviews;
  const reviews = await tx
    .select({ id: reviewId, module, rating, text, createdAt: reviewedAt, updatedAt })
    .from(moduleReviews)
    .innerJoin(modules, isAbout(moduleReviews.moduleId))
    .where(eq(moduleReviews.userId, userId))
    .orderBy(desc(reviewedAt));
  const { reason, description, createdAt: reportedAt } = moduleReports;
  const reports = await tx
    .select({ module, reason, description, createdAt: reportedAt })
    .from(moduleReports)
    .innerJoin(modules, isAbout(moduleReports.moduleId))
    .where(eq(moduleReports.userId, userId))
    .orderBy(desc(reportedAt));
  return {
    modulePurchases: purchases.map((row) =>
      toIsoDates({ ...row, receipt: receiptNumber({ id: row._id, createdAt: row.createdAt }) }),
    ),
    moduleDownloads: downloads,
    savedModules: saved.map(toIsoDates),
    moduleReviews: reviews.map(toIsoDates),
    moduleReports: reports.map(toIsoDates),
  };
}

const created = { module: titledSchema, createdAt: json.time };
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

async function collectOwnModules(tx: Tx, userId: string) {
  const { id, slug, title, description, tags, priceCents, previewImage, version, status } = modules;
  const { documentation, license, repositoryUrl, demoUrl, sandboxUrl, releasedAt, updatedAt } = modules;
  const { rating, ratingCount, downloads } = moduleFigures;
  const card = { id, slug, title, description, tags, priceCents, rating, ratingCount, downloads, previewImage, version };
  const page = { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl, releasedAt, updatedAt };
  const own = await tx
    .select({ ...card, ...page })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(releasedAt));
  const { moduleId, notes, createdAt } = moduleVersions;
  const versions = await tx
    .select({ moduleId, version: moduleVersions.version, notes, status: moduleVersions.status, createdAt })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleId))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(createdAt));
  return own.map((row) => ({
    ...toIsoDates(row),
    versions: versions.flatMap(({ moduleId: ofModule, ...one }) => (ofModule === row.id ? [toIsoDates(one)] : [])),
  }));
}

const ownModuleSchema = json.object({
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

export const exporter = defineExporter({
  fields: {
    modules: json.list(ownModuleSchema),
    modulePurchases: json.list(json.object(purchase)),
    moduleDownloads: json.list(json.object({ module: titledSchema, day: json.text, version: json.textOrNull })),
    savedModules: json.list(json.object({ module: titledSchema, savedAt: json.time })),
    moduleReviews: json.list(json.object(review)),
    moduleReports: json.list(
      json.object({ ...created, reason: json.orNull(json.oneOf(MODULE_REPORT_REASONS)), description: json.text }),
    ),
  },
  collect: async (tx, { id }) => ({ modules: await collectOwnModules(tx, id), ...(await collectModuleTraces(tx, id)) }),
});

/** Unpublishes the paid modules of a departing user, who can no longer be paid. Buyers keep access; free modules stay. */
async function unpublishPaidModules(tx: Tx, authorId: string): Promise<void> {
  const unpublished = await tx
    .update(modules)
    .set({ status: 'unpublished' })
    .where(and(eq(modules.authorId, authorId), gt(modules.priceCents, 0), inArray(modules.status, ['published', 'in-review'])))
    .returning({ id: modules.id });
  for (const { id } of unpublished) await setMediaVisibility(tx, id, 'private');
}

export const accountDeletion: AccountDeletionHook = {
  settle: (tx, _events, { id }) => unpublishPaidModules(tx, id),
  async erase(tx, { id }) {
    await tx.delete(savedModules).where(eq(savedModules.userId, id));
    await tx.delete(moduleReports).where(eq(moduleReports.userId, id));
    // The modules' download counts stay.
    await tx.delete(moduleDownloads).where(eq(moduleDownloads.userId, id));
  },
};
