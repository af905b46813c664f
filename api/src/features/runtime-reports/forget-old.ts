import { lt } from 'drizzle-orm';
import type { Db } from '../../platform/db/connect.ts';
import { runtimeErrors, runtimeLoads } from '../../platform/db/schema/runtime.ts';

/** How long reports are kept (ms). */
const KEPT = 7 * 24 * 3_600_000;

/** Removes what browsers reported more than seven days ago. */
export async function forgetOld(db: Db, now = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT);
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, oldest));
  await db.delete(runtimeLoads).where(lt(runtimeLoads.hour, oldest));
}
