import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES, SAVED_SEARCHES } from '@solvent/contracts';
import type { ProblemSearch, SavedSearch, SavedSearchResponse, SavedSearchesResponse, SaveSearchBody } from '@solvent/contracts';
import { problemSearchRules, saveSearchRules } from '@solvent/contracts/rules/queries';
import { and, desc, eq } from 'drizzle-orm';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { savedSearches } from '../schema.ts';
import type { SavedSearchRow } from '../schema.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { parseTagKeys } from '../../../platform/db/tag-filter.ts';
import { conflict, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../platform/http/app.ts';
import { responseSchema, doneSchema, json } from '../../../platform/http/response-schema.ts';
import { idParams } from '../../../platform/http/params.ts';

/** What can still be asked for: a search is kept for years, and a category, a state or an order may be gone by then. */
function asStillThere(kept: ProblemSearch): ProblemSearch {
  const fields = Object.keys(kept) as (keyof ProblemSearch)[]; // it was stored so
  const gone = fields.filter((field) => !problemSearchRules.pick([field]).isValidSync({ [field]: kept[field] }));
  return Object.fromEntries(Object.entries(kept).filter(([field]) => !gone.includes(field as keyof ProblemSearch)));
}

/** What a search is known by: the same list in the same order, however its words and tags are written. */
function meaningOf({ tags = '', search = '', price_min, price_max, category, status, sort }: ProblemSearch): string {
  // Without words to match, the newest come first by themselves.
  const order = sort === 'newest' && search === '' ? undefined : sort;
  return JSON.stringify([parseTagKeys(tags).toSorted(), search.toLowerCase(), price_min, price_max, category, status, order]);
}

/** What was given, and nothing that was left out. */
function asStored(query: SaveSearchBody['query']): ProblemSearch {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  // The rules have no other fields.
  return Object.fromEntries(given) as ProblemSearch;
}

/** A person's, the latest saved first. */
export const listSavedSearches = (db: Executor, userId: string): Promise<SavedSearchRow[]> =>
  db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));

/** Saves of one person come one after the other, and none after the account was deleted. */
async function holdPerson(tx: Tx, userId: string): Promise<void> {
  const [person] = await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).for('no key update');
  if (person === undefined || person.deletedAt !== null) throw unauthenticated();
}

/** @throws AppError `conflict` where the person has the same search, or as many as there may be */
async function saveSearch(tx: Tx, userId: string, { name, query }: SaveSearchBody): Promise<SavedSearchRow> {
  await holdPerson(tx, userId);
  const kept = await listSavedSearches(tx, userId);
  const same = kept.find((one) => meaningOf(one.query) === meaningOf(asStored(query)));
  if (same !== undefined) throw conflict(`You have saved this search already, as “${same.name}”.`);
  if (kept.length >= SAVED_SEARCHES.max)
    throw conflict(`You can save up to ${SAVED_SEARCHES.max} searches. Delete one that you no longer need.`);
  const values = { userId, name, query: asStored(query), createdAt: new Date() };
  const [stored] = await tx.insert(savedSearches).values(values).returning();
  if (stored === undefined) throw new Error('A search was not stored');
  return stored;
}

/** @throws AppError `not_found` where the person has no such search, whoever else may have it */
async function deleteSearch(db: Db, userId: string, id: string): Promise<void> {
  const own = and(eq(savedSearches.id, id), eq(savedSearches.userId, userId));
  const gone = await db.delete(savedSearches).where(own).returning({ id: savedSearches.id });
  if (gone.length === 0) throw notFound('This search');
}

/** As it leaves the server. */
export const presentSavedSearch = ({ id, name, query, createdAt }: SavedSearchRow): SavedSearch => ({
  _id: id,
  name,
  query: asStillThere(query),
  createdAt: createdAt.toISOString(),
});

const query = {
  tags: json.text,
  search: json.text,
  price_min: json.integer,
  price_max: json.integer,
  category: json.oneOf(CATEGORY_VALUES),
  status: json.oneOf(PROBLEM_STATUSES),
  sort: json.oneOf(PROBLEM_SORTS),
};

/** A saved search, in answers and in the export. */
export const savedSearchSchema = json.object({
  _id: json.id,
  name: json.text,
  query: json.object({}, query),
  createdAt: json.time,
});

const searchesAnswer = responseSchema<SavedSearchesResponse>(json.object({ searches: json.list(savedSearchSchema) }));
const searchAnswer = responseSchema<SavedSearchResponse>(json.object({ search: savedSearchSchema }));

/** GET, POST /problems/searches and DELETE /problems/searches/:id: everybody's own (product 7.20). */
export function savedSearchRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  const access = 'signed-in';
  const config = { access, limit: 'saving' } as const;
  const tags = ['problems'];

  app.get('/problems/searches', { config: { access }, schema: { tags, response: { 200: searchesAnswer } } }, async (request) => ({
    searches: (await listSavedSearches(db, requireCaller(request).user.id)).map(presentSavedSearch),
  }));

  app.post(
    '/problems/searches',
    { config, schema: { tags, body: saveSearchRules, response: { 201: searchAnswer } } },
    async (request, reply) => {
      const { user } = requireCaller(request);
      const search = presentSavedSearch(await db.transaction((tx) => saveSearch(tx, user.id, request.body)));
      reply.code(201);
      return { search };
    },
  );

  app.delete(
    '/problems/searches/:id',
    { config, schema: { tags, params: idParams, response: { 200: doneSchema } } },
    async (request) => {
      await deleteSearch(db, requireCaller(request).user.id, request.params.id);
      return {};
    },
  );
}
