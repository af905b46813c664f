import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { describeColumns, exportFields, exportRows, omitColumns } from '../accounts/index.ts';
import type { AccountDeletionHook, ExportedField } from '../accounts/index.ts';
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
import { receiptNumber } from '../../platform/receipt-number.ts';
import { setMediaVisibility } from './visibility.ts';
import type { Tx } from '../../platform/db/connect.ts';

const module = { _id: modules.id, title: modules.title };
const isAbout = (column: PgColumn) => eq(modules.id, column);

const { rating, ratingCount, downloads } = moduleFigures;
const { version, notes, status, createdAt } = moduleVersions;
const versionColumns = { version, notes, status, createdAt };
const moduleColumns = {
  ...omitColumns(modules, 'authorId', 'tagKeys', 'search', 'requestKey', 'requestHash', 'deletedAt'),
  rating,
  ratingCount,
  downloads,
};

const exportedModules: ExportedField = {
  schema: json.list(json.extend(describeColumns(moduleColumns), { versions: json.list(describeColumns(versionColumns)) })),
  async read(tx, { id }) {
    const own = await tx
      .select(moduleColumns)
      .from(modules)
      .innerJoin(moduleFigures, isAbout(moduleFigures.moduleId))
      .where(eq(modules.authorId, id))
      .orderBy(desc(modules.releasedAt));
    const versions = await tx
      .select({ moduleId: moduleVersions.moduleId, version: versionColumns })
      .from(moduleVersions)
      .innerJoin(modules, isAbout(moduleVersions.moduleId))
      .where(eq(modules.authorId, id))
      .orderBy(desc(createdAt));
    return own.map((row) => ({
      ...row,
      versions: versions.filter(({ moduleId }) => moduleId === row.id).map((one) => one.version),
    }));
  },
};

const purchaseColumns = {
  _id: modulePurchases.id,
  module,
  ...omitColumns(modulePurchases, 'id', 'moduleId', 'userId', 'payment'),
};

const exportedPurchases: ExportedField = {
  schema: json.list(json.extend(describeColumns(purchaseColumns), { receipt: json.text })),
  async read(tx, { id }) {
    const rows = await tx
      .select(purchaseColumns)
      .from(modulePurchases)
      .innerJoin(modules, isAbout(modulePurchases.moduleId))
      .where(eq(modulePurchases.userId, id))
      .orderBy(desc(modulePurchases.createdAt));
    return rows.map((row) => ({ ...row, receipt: receiptNumber({ ...row, id: row._id }) }));
  },
};

type AboutModules = typeof moduleDownloads | typeof savedModules | typeof moduleReviews | typeof moduleReports;

/** Exports rows about modules, newest first. */
const exportAbout = (table: AboutModules, time: PgColumn, columns: Record<string, PgColumn>): ExportedField =>
  exportRows({ module, ...columns }, (select, { id }) =>
    select.from(table).innerJoin(modules, isAbout(table.moduleId)).where(eq(table.userId, id)).orderBy(desc(time)),
  );

const downloadColumns = omitColumns(moduleDownloads, 'moduleId', 'userId', 'who');
const savedColumns = omitColumns(savedModules, 'moduleId', 'userId');
const reviewColumns = omitColumns(moduleReviews, 'moduleId', 'userId', 'answer', 'answeredAt', 'takenDownAt');
const reportColumns = omitColumns(moduleReports, 'id', 'moduleId', 'userId');

export const exporter = exportFields({
  modules: exportedModules,
  modulePurchases: exportedPurchases,
  moduleDownloads: exportAbout(moduleDownloads, moduleDownloads.day, downloadColumns),
  savedModules: exportAbout(savedModules, savedModules.savedAt, savedColumns),
  moduleReviews: exportAbout(moduleReviews, moduleReviews.createdAt, reviewColumns),
  moduleReports: exportAbout(moduleReports, moduleReports.createdAt, reportColumns),
});

/** Unpublishes the paid modules of a departing user, who can no longer be paid. Buyers keep access; free modules stay. */
async function unpublishPaidModules(tx: Tx, authorId: string): Promise<void> {
  const isOffered = inArray(modules.status, ['published', 'in-review']);
  const isPaid = and(eq(modules.authorId, authorId), gt(modules.priceCents, 0), isOffered);
  const unpublished = await tx.update(modules).set({ status: 'unpublished' }).where(isPaid).returning();
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
