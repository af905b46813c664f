import { sql } from 'drizzle-orm';
import { notifications } from '../../schema/index.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { Db } from '../../platform/db/connect.ts';

const READ_RETENTION_MS = 90 * DAY_MS;
const UNREAD_RETENTION_MS = 365 * DAY_MS;
/** Rows per statement, far below the statement timeout. */
const BATCH_SIZE = 1000;

/** Skips rows locked by a concurrent update; the next run deletes them. @returns the number of deleted rows */
async function deleteBatch(db: Db, read: boolean, before: Date, limit: number): Promise<number> {
  const { rows } = await db.execute<{ deleted: number }>(sql`
    WITH deleted AS (
      DELETE FROM ${notifications} WHERE id = ANY(ARRAY(
        SELECT id FROM ${notifications} WHERE read = ${read} AND created_at < ${before.toISOString()}::timestamptz
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    )
    SELECT count(*)::int AS deleted FROM deleted`);
  return rows[0]?.deleted ?? 0;
}

export async function deleteOldNotifications(db: Db, batchSize = BATCH_SIZE): Promise<void> {
  for (const [read, retentionMs] of [[true, READ_RETENTION_MS] as const, [false, UNREAD_RETENTION_MS] as const]) {
    const before = new Date(Date.now() - retentionMs);
    let deleted = batchSize;
    while (deleted === batchSize) deleted = await deleteBatch(db, read, before, batchSize);
  }
}
