import { createHmac } from 'node:crypto';
import type { Problem } from '@solvent/contracts';
import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { createIsbotFromList, list } from 'isbot';
import { problemViewers, problemViews } from '../../../schema/index.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';
import { getNetwork } from '../../../platform/http/network.ts';
import { getSecret } from '../../../platform/secrets/secrets.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Headless browsers count as users: crawlers identify themselves. */
const isRobot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'));

/** Thousands of visitors share a hash of this length, so that it does not identify a visitor even with the key. */
const ANONYMOUS_HASH_BYTES = 4;
const ACCOUNT_HASH_BYTES = 12;

const countViewStatement = memoizeStatement((db, name) => {
  const { problemId, viewer } = problemViewers;
  const isNew = db.$with('viewed').as(
    db
      .insert(problemViewers)
      .values({
        problemId: sql.placeholder('problemId'),
        viewer: sql.placeholder('viewer'),
        forgottenAt: sql`${sql.placeholder('forgottenAt')}::timestamptz`,
      })
      .onConflictDoNothing({ target: [problemId, viewer] })
      .returning({ problemId, one: sql<number>`1`.as('one') }),
  );
  return db
    .with(isNew)
    .insert(problemViews)
    .select(db.select({ problemId: isNew.problemId, count: isNew.one }).from(isNew))
    .onConflictDoUpdate({ target: problemViews.problemId, set: { count: sql`${problemViews.count} + 1` } })
    .prepare(name);
});

type Visit = Pick<FastifyRequest, 'ip' | 'headers' | 'caller'>;

/** Counts accounts once, visitors once a day per network and user agent, the poster and robots not at all. */
export async function createViewCounter(db: Db) {
  const key = await getSecret(db, 'viewers');
  /** Returns a keyed hash per problem, which identifies neither a user nor the same user on two problems. */
  const hash = (bytes: number, ...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, bytes).toString('base64url');
  return async ({ ip, headers, caller }: Visit, { _id: problemId, user }: Pick<Problem, '_id' | 'user'>): Promise<void> => {
    const account = caller?.user.id;
    const agent = headers['user-agent'] ?? '';
    if (account === user._id || (account === undefined && (agent === '' || isRobot(agent)))) return;
    const day = Math.floor(Date.now() / DAY_MS);
    const viewer =
      account === undefined
        ? hash(ANONYMOUS_HASH_BYTES, 'anonymous', problemId, getNetwork(ip), agent, String(day))
        : hash(ACCOUNT_HASH_BYTES, 'account', problemId, account);
    const forgottenAt = account === undefined ? new Date((day + 1) * DAY_MS).toISOString() : null;
    await countViewStatement(db, 'count-view').execute({ problemId, viewer, forgottenAt });
  };
}

/** Visitors of past days count again. */
export const deleteExpiredViewers = (db: Db): Promise<unknown> =>
  db.delete(problemViewers).where(lt(problemViewers.forgottenAt, sql`now()`));
