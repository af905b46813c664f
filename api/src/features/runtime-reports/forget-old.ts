import { lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/db/connect.ts';
import { runtimeErrors, runtimeLoads } from '../../platform/db/schema/runtime.ts';

/** How long reports are kept, and how often older ones are removed (ms). */
const KEPT = 7 * 24 * 3_600_000;
const EVERY = 3_600_000;

/** Removes what browsers reported more than seven days ago. */
export async function forgetOld(db: Db, now = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT);
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, oldest));
  await db.delete(runtimeLoads).where(lt(runtimeLoads.hour, oldest));
}

/**
 * Does so every hour.
 * @returns ends it, once what it does just now is done
 */
export function startForgetting(db: Db, log: FastifyBaseLogger): () => Promise<void> {
  let forgetting: Promise<void> = Promise.resolve();
  const forget = () => {
    forgetting = forgetOld(db).catch((error: unknown) => log.warn({ err: error }, 'Old reports of browsers were not removed'));
  };
  forget();
  const timer = setInterval(forget, EVERY).unref();
  return async () => {
    clearInterval(timer);
    await forgetting;
  };
}
