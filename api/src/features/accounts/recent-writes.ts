import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/connect.ts';
import type { App } from '../../platform/http/app.ts';
import { recentWrites } from './schema.ts';

/**
 * For so long (s) after somebody wrote they read the database itself. A standby that is read from is ten seconds behind at most, and
 * what is remembered of its lists is half a minute old at most.
 */
const RECENT_WRITE_TTL_SECONDS = 60;
/** Who writes on and on is noted this often (s). */
const RECORD_INTERVAL_SECONDS = 5;

/** When people last wrote, by the database's own clock: known to every server as soon as the write is (decision 0070). */
export interface RecentWrites {
  record(personId: string): Promise<void>;
  hasWrittenRecently(personId: string): Promise<boolean>;
}

const ago = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`;

export function createRecentWrites(db: Db): RecentWrites {
  const lately = db
    .select({ at: recentWrites.at })
    .from(recentWrites)
    .where(and(eq(recentWrites.userId, sql.placeholder('personId')), gt(recentWrites.at, ago(RECENT_WRITE_TTL_SECONDS))))
    .prepare('wrote_lately');
  return {
    record: async (userId) => {
      await db
        .insert(recentWrites)
        .values({ userId, at: sql`now()` })
        .onConflictDoUpdate({
          target: recentWrites.userId,
          set: { at: sql`now()` },
          setWhere: lt(recentWrites.at, ago(RECORD_INTERVAL_SECONDS)),
        });
    },
    hasWrittenRecently: async (personId) => (await lately.execute({ personId })).length > 0,
  };
}

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Notes of whoever is about to be answered that they wrote, whatever the answer is: what failed may have been stored all the same. */
export function recordWrites(app: App, writes: Pick<RecentWrites, 'record'>): void {
  app.addHook('onSend', async (request) => {
    const { caller, method } = request;
    if (caller === null || READ_METHODS.has(method)) return;
    // Whoever just deleted their account is nobody.
    await writes.record(caller.user.id).catch((error: unknown) => request.log.warn({ err: error }, 'A write was not noted'));
  });
}
