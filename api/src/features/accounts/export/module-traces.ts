import { desc, eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../platform/db/connect.ts';
import { moduleDownloads, moduleOpinions, modulePurchases, moduleReports, modules, savedModules } from '../../toolbox/schema.ts';
import { json } from '../../../platform/http/answer-schema.ts';

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
      .select({ module: titled, day: moduleDownloads.day })
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
    opinions: await tx
      .select({ module: titled, opinion: moduleOpinions })
      .from(moduleOpinions)
      .innerJoin(modules, aboutModule(moduleOpinions.moduleId))
      .where(eq(moduleOpinions.userId, userId))
      .orderBy(desc(moduleOpinions.createdAt)),
    reports: await tx
      .select({ module: titled, report: moduleReports })
      .from(moduleReports)
      .innerJoin(modules, aboutModule(moduleReports.moduleId))
      .where(eq(moduleReports.userId, userId))
      .orderBy(desc(moduleReports.createdAt)),
  };
}

/** The same as it leaves the server. */
export function presentModuleTraces({ purchases, downloads, saved, opinions, reports }: Traces) {
  return {
    modulePurchases: purchases.map(({ module, purchase: { id, license, priceCents, testMode, createdAt } }) => ({
      _id: id,
      module,
      license,
      priceCents,
      testMode,
      createdAt: createdAt.toISOString(),
    })),
    moduleDownloads: downloads,
    savedModules: saved.map(({ module, savedAt }) => ({ module, savedAt: savedAt.toISOString() })),
    moduleReviews: opinions.map(({ module, opinion: { id, rating, text, createdAt, updatedAt } }) => ({
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

const module = json.object({ _id: json.id, title: json.text });
const created = { module, createdAt: json.time };
const purchase = { _id: json.id, ...created, license: json.text, priceCents: json.integer, testMode: json.yes };
const opinion = { id: json.id, ...created, rating: json.integer, text: json.text, updatedAt: json.time };

/** The properties of these in the export. */
export const moduleTracesFields = {
  modulePurchases: json.list(json.object(purchase)),
  moduleDownloads: json.list(json.object({ module, day: json.text })),
  savedModules: json.list(json.object({ module, savedAt: json.time })),
  moduleReviews: json.list(json.object(opinion)),
  moduleReports: json.list(json.object({ ...created, reason: json.textOrNull, description: json.text })),
};
