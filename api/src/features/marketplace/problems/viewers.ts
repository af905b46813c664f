import { createHmac } from 'node:crypto';
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

/** So short that thousands of visitors share a hash: not even the key reveals a visitor. */
const ANONYMOUS_HASH_BYTES = 4;
const ACCOUNT_HASH_BYTES = 12;

export interface Viewer {
  problemId: string;
  /** A keyed hash per problem, so that it identifies neither a user nor the same user on two problems. */
  viewer: string;
  /** When the row expires; null for accounts, which count once. */
  forgottenAt: Date | null;
}

/** Accounts count once, visitors once a day per network and user agent. Undefined for the poster and for robots. */
export async function createIdentifyViewer(db: Db) {
  const key = await getSecret(db, 'viewers');
  const hash = (bytes: number, ...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, bytes).toString('base64url');
  return (
    { ip, headers, caller }: Pick<FastifyRequest, 'ip' | 'headers' | 'caller'>,
    { id, posterId }: { id: string; posterId: string },
  ): Viewer | undefined => {
    const account = caller?.user.id;
    if (account === posterId) return undefined;
    if (account !== undefined)
      return { problemId: id, viewer: hash(ACCOUNT_HASH_BYTES, 'account', id, account), forgottenAt: null };
    const agent = headers['user-agent'] ?? '';
    if (agent === '' || isRobot(agent)) return undefined;
    const day = Math.floor(Date.now() / DAY_MS);
    const viewer = hash(ANONYMOUS_HASH_BYTES, 'anonymous', id, getNetwork(ip), agent, String(day));
    return { problemId: id, viewer, forgottenAt: new Date((day + 1) * DAY_MS) };
  };
}

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

export async function countView(db: Db, viewer: Viewer): Promise<void> {
  await countViewStatement(db, 'count-view').execute({ ...viewer, forgottenAt: viewer.forgottenAt?.toISOString() ?? null });
}

/** Visitors of past days count again. */
export const deleteExpiredViewers = (db: Db): Promise<unknown> =>
  db.delete(problemViewers).where(lt(problemViewers.forgottenAt, sql`now()`));
