import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/connect.ts';
import { statementName } from '../../platform/db/prepared.ts';
import type { App } from '../../platform/http/app.ts';
import { SAFE_METHODS } from '../../platform/limits/register-limits.ts';
import { recentWrites } from '../../schema/index.ts';

/** Longer than the standby's maximum lag of 10 s plus the 30 s for which its lists are cached. */
const RECENT_WRITE_TTL_SECONDS = 60;
const RECORD_INTERVAL_SECONDS = 5;

const ago = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`;

/** Times of users' last writes, by the database's clock and shared by all servers (decision 0070). */
export function createRecentWrites(db: Db) {
  const recent = db
    .select({ at: recentWrites.at })
    .from(recentWrites)
    .where(and(eq(recentWrites.userId, sql.placeholder('userId')), gt(recentWrites.at, ago(RECENT_WRITE_TTL_SECONDS))))
    .prepare(statementName(db, 'wrote_lately'));
  return {
    record: async (userId: string) => {
      const at = sql`now()`;
      const setWhere = lt(recentWrites.at, ago(RECORD_INTERVAL_SECONDS));
      const { userId: target } = recentWrites;
      await db.insert(recentWrites).values({ userId, at }).onConflictDoUpdate({ target, set: { at }, setWhere });
    },
    hasWrittenRecently: async (userId: string) => (await recent.execute({ userId })).length > 0,
  };
}

/** Records writes before the response is sent, also of failed requests, which may have stored something. */
export function recordWrites(app: App, writes: Pick<ReturnType<typeof createRecentWrites>, 'record'>): void {
  app.addHook('onSend', async (request) => {
    const { caller, method } = request;
    if (caller === null || SAFE_METHODS.has(method)) return;
    await writes.record(caller.user.id).catch((error: unknown) => request.log.warn({ err: error }, 'Could not record a write'));
  });
}
