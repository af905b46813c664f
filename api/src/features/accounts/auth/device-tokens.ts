import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { sessions } from '../schema/sessions.ts';

/**
 * Takes a device's push token from whichever session has it: a device is one person's at a time. Whoever takes the same
 * one waits for the end of the transaction.
 */
export async function takeDeviceToken(tx: Tx, deviceToken: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${deviceToken}, 0))`);
  await tx.update(sessions).set({ deviceToken: null }).where(eq(sessions.deviceToken, deviceToken));
}

/**
 * Says where a session's pushes go; null for nowhere. The token is told to nobody and goes with the session.
 * @returns false if the session has ended.
 */
export function setDeviceToken(
  db: Db,
  { userId, id }: { userId: string; id: string },
  deviceToken: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (deviceToken !== null) await takeDeviceToken(tx, deviceToken);
    const own = and(eq(sessions.id, id), eq(sessions.userId, userId));
    return (await tx.update(sessions).set({ deviceToken }).where(own).returning({ id: sessions.id })).length > 0;
  });
}
