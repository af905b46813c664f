import { writeProblemSearch } from '@solvent/contracts';
import { and, asc, count, eq, gt, inArray, lt, lte, ne, not, sql } from 'drizzle-orm';
import { hasBlockBetween, lockUser } from '../../accounts/index.ts';
import { notifyAll } from '../../notifications/index.ts';
import type { Deps } from '../deps.ts';
import { SEARCH_TEXTS } from '../texts.ts';
import { buildFilterCondition, matches } from './filter.ts';
import { keepValidFields } from './saved-searches.ts';
import { problems, savedSearches, users } from '../../../schema/index.ts';
import type { SavedSearchRow } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { buildTsQuery } from '../../../platform/db/full-text-search.ts';
import { defineJob } from '../../../platform/jobs/job.ts';

type AlertDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'mail' | 'transact'>;

interface Match {
  id: string;
  count: number;
  /** Missing in jobs of the previous release. */
  message?: string;
}

const searchAlertEmail = defineJob<{ userId: string; matched: Match[] }>('search-alert-mail', {
  retryLimit: 10,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

/** A problem can be stored later than its time says, so the last minute is left to the next run. */
const COMMIT_MS = 60_000;
const BATCH_SIZE = 1000;

/** Counts new open problems of others that match, and finds the newest. */
async function findMatches(tx: Tx, { userId, query, checkedAt }: SavedSearchRow, until: Date) {
  const { search, status = 'open', ...filter } = keepValidFields(query);
  if (status !== 'open' || checkedAt === null) return undefined;
  const prepared = search ? await buildTsQuery(tx, search) : undefined;
  const { title, createdAt, userId: posterId } = problems;
  const [found] = await tx
    .select({ count: count(), newest: sql<string | null>`(array_agg(${title} ORDER BY ${createdAt} DESC))[1]` })
    .from(problems)
    .where(
      and(
        buildFilterCondition({ ...filter, status }),
        prepared === undefined ? undefined : matches(prepared),
        gt(createdAt, checkedAt),
        lte(createdAt, until),
        ne(posterId, userId),
        not(hasBlockBetween(posterId, userId)),
      ),
    );
  return found;
}

/** The lock on the user comes first, as in the deletion of an account. */
async function alertUser({ jobs, mail, transact }: AlertDeps, userId: string, until: Date): Promise<void> {
  await transact(async (tx, events) => {
    const user = await lockUser(tx, userId);
    if (user === undefined || user.suspendedAt !== null) return;
    const due = and(eq(savedSearches.userId, userId), isDue(until));
    const searches = await tx.select().from(savedSearches).where(due).orderBy(asc(savedSearches.id)).for('update');
    const matched: Match[] = [];
    for (const search of searches) {
      const found = await findMatches(tx, search, until);
      if (!found?.newest) continue;
      const path = `/problems${writeProblemSearch(keepValidFields(search.query))}`;
      const content = SEARCH_TEXTS.matched(search.name, found.count, found.newest);
      await notifyAll(tx, events, { ...content, userIds: [userId], actor: null, path }, `search_matched ${search.id}`);
      if (search.alerts === 'email') matched.push({ id: search.id, count: found.count, message: content.message });
    }
    const ids = searches.map(({ id }) => id);
    await tx.update(savedSearches).set({ checkedAt: until }).where(inArray(savedSearches.id, ids));
    if (matched.length > 0 && mail.configured) await jobs.add(tx, searchAlertEmail, { userId, matched });
  });
}

const isDue = (until: Date) => and(ne(savedSearches.alerts, 'off'), lt(savedSearches.checkedAt, until));

/** Notifies users of problems created since the last run that match their saved searches (product 4.39). */
export async function sendSearchAlerts(deps: AlertDeps, now = new Date()): Promise<void> {
  const until = new Date(now.getTime() - COMMIT_MS);
  const failures: unknown[] = [];
  const { userId } = savedSearches;
  let after: string | undefined;
  do {
    const batch = await deps.db
      .selectDistinct({ userId })
      .from(savedSearches)
      .where(and(isDue(until), after === undefined ? undefined : gt(userId, after)))
      .orderBy(asc(userId))
      .limit(BATCH_SIZE);
    for (const one of batch) await alertUser(deps, one.userId, until).catch((error: unknown) => failures.push(error));
    after = batch.length === BATCH_SIZE ? batch.at(-1)?.userId : undefined;
  } while (after !== undefined);
  // After all users, so that one failure does not withhold the alerts of others.
  if (failures.length > 0) throw failures[0];
}

export function registerSearchAlerts(deps: AlertDeps): void {
  const { db, jobs, mail, config } = deps;
  jobs.hourly('alerts of saved searches', () => sendSearchAlerts(deps));
  jobs.handle(searchAlertEmail, async ({ userId, matched }, { signal }) => {
    const ids = matched.map(({ id }) => id);
    const stillOn = and(inArray(savedSearches.id, ids), eq(savedSearches.alerts, 'email'), eq(savedSearches.userId, userId));
    const found = await db
      .select({ search: savedSearches, to: users.email })
      .from(savedSearches)
      .innerJoin(users, eq(users.id, savedSearches.userId))
      .where(stillOn);
    const [first] = found;
    if (first === undefined) return;
    if (!mail.configured) throw new Error('SMTP_URL is not set for this process, which runs jobs. Set it for all processes.');
    const page = config.publicUrl === undefined ? undefined : `${config.publicUrl}/problems`;
    const reports = matched.flatMap(({ id, count: total, message }) => {
      const search = found.find((one) => one.search.id === id)?.search;
      if (search === undefined) return [];
      const link = page === undefined ? [] : [`${page}${writeProblemSearch(keepValidFields(search.query))}`];
      const title = SEARCH_TEXTS.title(search.name, total);
      return [{ title, text: [title, ...(message ? [message] : []), ...link].join('\n') }];
    });
    const subject = (reports.length === 1 && reports[0]?.title) || 'New problems match your saved searches';
    const end = page === undefined ? {} : { link: `${page}#saved-searches`, unsubscribeLink: `${page}#saved-searches` };
    const howToStop = `To stop these emails, choose "No alerts" or "Notify me" under "Saved searches"${page === undefined ? '.' : ':'}`;
    const text = [...reports.map((report) => report.text), howToStop].join('\n\n');
    signal.throwIfAborted();
    await mail.send({ to: first.to, subject, text, ...end });
  });
}
