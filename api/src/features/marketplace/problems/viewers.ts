import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { createIsbotFromList, list } from 'isbot';
import { problemViewers, problemViews } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';
import { getNetwork } from '../../../platform/http/network.ts';
import { getSecret } from '../../../platform/secrets/secret.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Browsers without a window are people's, too: those of search engines say who they are. */
const isRobot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'));

/** So few bits of who is signed out are kept that thousands of them share each: not even with the key does anybody learn who it was. */
const ANONYMOUS_BYTES = 4;
const ACCOUNT_BYTES = 12;

/** One viewer of one problem: nobody learns from it who that was, nor whether two problems were viewed by the same person. */
export interface Viewer {
  problemId: string;
  viewer: string;
  /** When it is forgotten; null for an account, which counts once and for all. */
  forgottenAt: Date | null;
}

type Asked = Pick<FastifyRequest, 'ip' | 'headers' | 'caller'>;

/** Tells viewers of problems apart. */
export type ViewerOf = (request: Asked, problem: { id: string; posterId: string }) => Viewer | undefined;

/**
 * Whom a look at a problem counts as: an account, once; else the browser's kind on a network, once a day. Undefined for who does not
 * count: the poster, and robots.
 */
export async function viewersOf(db: Db): Promise<ViewerOf> {
  const key = await getSecret(db, 'viewers');
  const nameOf = (bytes: number, ...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, bytes).toString('base64url');
  return ({ ip, headers, caller }, { id, posterId }) => {
    const account = caller?.user.id;
    if (account === posterId) return undefined;
    if (account !== undefined) return { problemId: id, viewer: nameOf(ACCOUNT_BYTES, 'account', id, account), forgottenAt: null };
    const agent = headers['user-agent'] ?? '';
    if (agent === '' || isRobot(agent)) return undefined;
    const day = Math.floor(Date.now() / DAY_MS);
    const viewer = nameOf(ANONYMOUS_BYTES, 'anonymous', id, getNetwork(ip), agent, String(day));
    return { problemId: id, viewer, forgottenAt: new Date((day + 1) * DAY_MS) };
  };
}

const view = memoizeStatement((db, name) => {
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

/** Counts a viewer, whoever has not been counted yet. */
export async function countView(db: Db, viewer: Viewer): Promise<void> {
  await view(db, 'count-view').execute({ ...viewer, forgottenAt: viewer.forgottenAt?.toISOString() ?? null });
}

/** Those of days that are over count again. */
export const forgetViewers = (db: Db): Promise<unknown> =>
  db.delete(problemViewers).where(lt(problemViewers.forgottenAt, sql`now()`));
