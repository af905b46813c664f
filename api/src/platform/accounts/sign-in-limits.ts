import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Executor } from '../db/connect.ts';
import { signInFailures } from '../db/schema/sessions.ts';
import { rateLimited } from '../errors/app-error.ts';
import { networkOf } from '../http/network.ts';

const WINDOW = 15 * 60 * 1000;

/**
 * Failures allowed in 15 minutes (quality "Security"). Five are for an account from one network, so that a stranger
 * cannot lock somebody out; guesses that come from everywhere meet the account's own ceiling.
 */
const MAX = { accountFromNetwork: 5, network: 20, account: 100 } as const;
type Kind = keyof typeof MAX;

/** Somebody trying to sign in. `factor` multiplies the limits. */
export interface Attempt {
  email: string;
  ip: string;
  factor: number;
}

function keyOf(kind: Kind, { email, ip }: Attempt): string {
  const value = { accountFromNetwork: `${email} ${networkOf(ip)}`, network: networkOf(ip), account: email }[kind];
  return createHash('sha256').update(`${kind} ${value}`).digest('hex');
}

/** Counts one more in a single statement: of fifty at once, each gets a number of its own. */
async function count(db: Db, kind: Kind, attempt: Attempt): Promise<void> {
  const now = new Date();
  const resetsAt = new Date(now.getTime() + WINDOW);
  const over = sql`${signInFailures.resetsAt} <= ${now.toISOString()}`;
  const [counted] = await db
    .insert(signInFailures)
    .values({ key: keyOf(kind, attempt), failures: 1, resetsAt })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`CASE WHEN ${over} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        resetsAt: sql`CASE WHEN ${over} THEN ${resetsAt.toISOString()}::timestamptz ELSE ${signInFailures.resetsAt} END`,
      },
    })
    .returning();
  if (counted === undefined || counted.failures <= Math.max(1, Math.round(MAX[kind] * attempt.factor))) return;
  throw rateLimited(Math.max(1, Math.ceil((counted.resetsAt.getTime() - now.getTime()) / 1000)));
}

/**
 * Counts a try as a failure until it turns out right.
 * @throws AppError `rate_limited` past a limit. The account's own count is touched last, so that a
 * network which is over its limit cannot use up the account's.
 */
export async function countFailure(db: Db, attempt: Attempt): Promise<void> {
  await count(db, 'network', attempt);
  await count(db, 'accountFromNetwork', attempt);
  await count(db, 'account', attempt);
}

/** The try was right: it does not count, and neither do its account's earlier ones from this network. */
export async function forgetFailure(db: Db, attempt: Attempt): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.key, keyOf('accountFromNetwork', attempt)));
  for (const kind of ['network', 'account'] as const) {
    const fewer = sql`GREATEST(${signInFailures.failures} - 1, 0)`;
    await db
      .update(signInFailures)
      .set({ failures: fewer })
      .where(eq(signInFailures.key, keyOf(kind, attempt)));
  }
}

/** The person has shown otherwise who they are: no failure at their account counts, from here or from everywhere. */
export async function forgetFailures(db: Executor, attempt: Attempt): Promise<void> {
  const keys = [keyOf('accountFromNetwork', attempt), keyOf('account', attempt)];
  await db.delete(signInFailures).where(inArray(signInFailures.key, keys));
}
