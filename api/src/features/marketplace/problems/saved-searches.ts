import { SAVED_SEARCHES } from '@solvent/contracts';
import type { ProblemSearch, SavedSearch, SaveSearchBody, SearchAlertsBody } from '@solvent/contracts';
import { problemSearchRules, saveSearchRules, searchAlertsRules } from '@solvent/contracts/rules/queries';
import { doneResponse, savedSearchesResponse, savedSearchResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, sql } from 'drizzle-orm';
import { lockUser, requireCaller, toIsoDates } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import { savedSearches } from '../../../schema/index.ts';
import type { SavedSearchRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { parseTagKeys } from '../../../platform/db/tag-filter.ts';
import { conflict, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

/** Removes values that no longer exist from a stored search, such as a removed category. */
export function keepValidFields(stored: ProblemSearch): ProblemSearch {
  const isValid = ([field, value]: [string, unknown]) =>
    // Stored searches have only known fields.
    problemSearchRules.pick([field as keyof ProblemSearch]).isValidSync({ [field]: value });
  return Object.fromEntries(Object.entries(stored).filter(isValid));
}

/** Returns a key that is equal for searches with the same results, whatever the spelling of their words and tags. */
function getComparisonKey({
  tags = '',
  search = '',
  price_min,
  price_max,
  due_within,
  category,
  status,
  sort,
}: ProblemSearch): string {
  // Newest is the default order without search words.
  const order = sort === 'newest' && search === '' ? undefined : sort;
  const values = [price_min, price_max, due_within, category, status, order];
  return JSON.stringify([parseTagKeys(tags).toSorted(), search.toLowerCase(), ...values]);
}

function dropEmptyFields(query: SaveSearchBody['query']): ProblemSearch {
  // The rules allow no other fields.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== '')) as ProblemSearch;
}

export const listSavedSearches = (db: Executor, userId: string): Promise<SavedSearchRow[]> =>
  db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));

async function saveSearch(tx: Tx, userId: string, { name, query, alerts = 'off' }: SaveSearchBody): Promise<SavedSearchRow> {
  // Serializes saves of a user, and rejects those after the account was deleted.
  if ((await lockUser(tx, userId)) === undefined) throw unauthenticated();
  const stored = dropEmptyFields(query);
  const saved = await listSavedSearches(tx, userId);
  const same = saved.find((search) => getComparisonKey(search.query) === getComparisonKey(stored));
  if (same !== undefined) throw conflict(`You have saved this search already, as “${same.name}”.`);
  if (saved.length >= SAVED_SEARCHES.max)
    throw conflict(`You can save up to ${SAVED_SEARCHES.max} searches. Delete one that you no longer need.`);
  const now = new Date();
  const search = { id: newId(), userId, name, query: stored, createdAt: now, alerts, checkedAt: alerts === 'off' ? null : now };
  await tx.insert(savedSearches).values(search);
  return search;
}

export const presentSavedSearch = ({ id: _id, name, query, createdAt, alerts }: SavedSearchRow): SavedSearch =>
  toIsoDates({ _id, name, query: keepValidFields(query), createdAt, alerts });

const isOwn = (userId: string, id: string) => and(eq(savedSearches.id, id), eq(savedSearches.userId, userId));

/** Alerts that are turned on report the problems created from then on. */
async function changeAlerts(db: Executor, userId: string, id: string, { alerts }: SearchAlertsBody): Promise<SavedSearchRow> {
  const { alerts: before, checkedAt } = savedSearches;
  const checked = sql`CASE WHEN ${before} = 'off' THEN ${new Date().toISOString()}::timestamptz ELSE ${checkedAt} END`;
  const [search] = await db.update(savedSearches).set({ alerts, checkedAt: checked }).where(isOwn(userId, id)).returning();
  if (search === undefined) throw notFound('This search');
  return search;
}

/** Registers GET and POST /problems/searches, and PUT and DELETE /problems/searches/:id (product 7.20). */
export function savedSearchRoutes(app: App, { db, mail }: Pick<Deps, 'db' | 'mail'>): void {
  const access = 'signed-in';
  const config = { access, limit: 'saving' } as const;
  const tags = ['problems'];
  const assertAvailable = ({ alerts }: Pick<SaveSearchBody, 'alerts'>) => {
    if (alerts === 'email' && !mail.configured) throw conflict('Emails are not available here. Choose “Notify me”.');
  };

  app.get(
    '/problems/searches',
    { config: { access }, schema: { tags, response: { 200: savedSearchesResponse } } },
    async (request) => ({
      searches: (await listSavedSearches(db, requireCaller(request).user.id)).map(presentSavedSearch),
      emails: mail.configured,
    }),
  );

  app.post(
    '/problems/searches',
    { config, schema: { tags, body: saveSearchRules, response: { 201: savedSearchResponse } } },
    async (request, reply) => {
      const { user } = requireCaller(request);
      assertAvailable(request.body);
      const search = presentSavedSearch(await db.transaction((tx) => saveSearch(tx, user.id, request.body)));
      reply.code(201);
      return { search };
    },
  );

  app.put(
    '/problems/searches/:id',
    { config, schema: { tags, params: idParams, body: searchAlertsRules, response: { 200: savedSearchResponse } } },
    async (request) => {
      assertAvailable(request.body);
      const search = await changeAlerts(db, requireCaller(request).user.id, request.params.id, request.body);
      return { search: presentSavedSearch(search) };
    },
  );

  app.delete(
    '/problems/searches/:id',
    { config, schema: { tags, params: idParams, response: { 200: doneResponse } } },
    async (request) => {
      const own = isOwn(requireCaller(request).user.id, request.params.id);
      const deleted = await db.delete(savedSearches).where(own).returning({ id: savedSearches.id });
      if (deleted.length === 0) throw notFound('This search');
      return {};
    },
  );
}
