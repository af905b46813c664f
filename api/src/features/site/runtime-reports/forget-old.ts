import { lt } from 'drizzle-orm';
import type { Db } from '../../../platform/db/connect.ts';
import { canaryVotes, runtimeErrors } from '../schema/runtime.ts';
import { PAGE_LIFE } from '../page-tokens.ts';
import { hourOf } from './cast-vote.ts';

/** How long errors are kept for the teams that own them (ms). */
const ERRORS_KEPT = 7 * 24 * 3_600_000;

/** Removes errors of browsers that are older than seven days, and votes of pages that are believed no more. */
export async function forgetOld(db: Db, now = new Date()): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  await db.delete(runtimeErrors).where(lt(runtimeErrors.at, before(ERRORS_KEPT)));
  await db.delete(canaryVotes).where(lt(canaryVotes.hour, hourOf(before(PAGE_LIFE))));
}
