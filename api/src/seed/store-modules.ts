import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/connect.ts';
import { files } from '../features/files/schema.ts';
import {
  moduleDownloads,
  moduleFigures,
  moduleMedia,
  moduleReviews,
  modulePurchases,
  modules,
  moduleVersions,
} from '../features/toolbox/schema.ts';
import { users } from '../features/accounts/schema.ts';
import type { ObjectStore } from '@solvent/object-store';
import { MODULES } from './data/modules.ts';
import { MODULE_REVIEWS } from './data/module-reviews.ts';
import { PEOPLE } from './data/people/people.ts';
import { emailOf } from './rows/accounts.ts';
import { clockAt } from './rows/clock.ts';
import { moduleOf } from './rows/modules.ts';
import type { StoredModule } from './rows/modules.ts';

/** Stores all that belongs to modules whose own rows, and the rows of whose files, are there. */
export async function storeModuleParts(tx: Tx, stored: StoredModule[]): Promise<void> {
  for (const { row, figures } of stored) await tx.update(moduleFigures).set(figures).where(eq(moduleFigures.moduleId, row.id));
  await tx.insert(moduleVersions).values(stored.flatMap(({ versions }) => versions));
  await tx.insert(moduleMedia).values(stored.flatMap(({ media }) => media));
  const purchases = stored.flatMap((module) => module.purchases);
  if (purchases.length > 0) await tx.insert(modulePurchases).values(purchases);
  const downloads = stored.flatMap((module) => module.downloads);
  if (downloads.length > 0) await tx.insert(moduleDownloads).values(downloads);
  const reviews = stored.flatMap((module) => module.reviews);
  if (reviews.length > 0) await tx.insert(moduleReviews).values(reviews);
}

/** Demo modules that are as they were before modules had archives, each still with its author. */
async function incomplete(db: Db | Tx) {
  const slugs = MODULES.map(({ slug }) => slug);
  const versions = db.select({ id: moduleVersions.id }).from(moduleVersions).where(eq(moduleVersions.moduleId, modules.id));
  return db
    .select({ id: modules.id, slug: modules.slug, authorId: modules.authorId })
    .from(modules)
    .where(and(inArray(modules.slug, slugs), notExists(versions)));
}

/** The people of the demo data who are still there: ids by their keys. */
async function peopleOf(db: Db): Promise<Map<string, string>> {
  const keys = new Map(PEOPLE.map((person) => [emailOf(person), person.key]));
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [...keys.keys()]));
  return new Map(rows.map(({ id, email }) => [keys.get(email) ?? '', id]));
}

/** Rows for those that are incomplete; what people say who have left is left out. */
async function completed(db: Db, now: Date): Promise<StoredModule[]> {
  const lacking = await incomplete(db);
  if (lacking.length === 0) return [];
  const people = await peopleOf(db);
  const rows = lacking.flatMap(({ id, slug, authorId }) => {
    const source = MODULES.find((module) => module.slug === slug);
    if (source === undefined || people.get(source.author) !== authorId) return [];
    const said = (MODULE_REVIEWS[slug] ?? []).filter(({ by }) => people.has(by));
    return [moduleOf(source, said, (person) => people.get(person) ?? '', clockAt(now), id)];
  });
  return Promise.all(rows);
}

/** Gives archives, texts, pictures and reviews to demo modules that were stored before there were any. All of it or nothing. */
export async function completeModules({ db, files: store }: { db: Db; files: ObjectStore }, now: Date): Promise<void> {
  const stored = await completed(db, now);
  if (stored.length === 0) return;
  const parts = stored.flatMap((module) => module.files);
  await Promise.all(parts.map(({ row, content }) => store.put(row.storageKey, content)));
  await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${moduleVersions} IN EXCLUSIVE MODE`);
    if ((await incomplete(tx)).length === 0) return;
    await tx.insert(files).values(parts.map(({ row }) => row));
    for (const { row } of stored) {
      const { description, tags, documentation, previewImage, repositoryUrl } = row;
      const texts = { description, tags, documentation, previewImage, repositoryUrl };
      await tx.update(modules).set(texts).where(eq(modules.id, row.id));
    }
    await storeModuleParts(tx, stored);
  });
}
