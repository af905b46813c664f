import type pg from 'pg';
import type { PasswordHasher } from '../features/accounts/index.ts';
import { hasTable } from '../platform/db/schema-state.ts';

/** Addresses and password of the accounts that the demo data (`dev/demo`) has for signing in. */
const DEMO_ADDRESSES = ['seeker@solvent.dev', 'solver@solvent.dev'];
export const DEMO_PASSWORD = 'solve-it-2026';

/** Ids are in order of creation: the demo accounts, fewer than this, are the oldest. */
const MAX_OLDEST = 100;

const SUSPECTS = `
  WITH oldest AS (SELECT email, password_hash FROM users WHERE password_hash IS NOT NULL ORDER BY id LIMIT $1)
  SELECT * FROM oldest UNION SELECT email, password_hash FROM users WHERE password_hash IS NOT NULL AND email = ANY($2)`;

/** Returns the addresses of accounts that still have the published password of the demo, also after a change of address. */
export async function findDemoAccounts(client: pg.ClientBase, passwords: PasswordHasher): Promise<string[]> {
  if (!(await hasTable(client, 'users'))) return [];
  const { rows } = await client.query<{ email: string; password_hash: string }>(SUSPECTS, [MAX_OLDEST, DEMO_ADDRESSES]);
  // Only the seed gives one hash to several accounts: a user's own password has a unique hash.
  const isSeeded = new Set(rows.map((suspect) => suspect.password_hash)).size < rows.length;
  const suspects = isSeeded ? rows : rows.filter(({ email }) => DEMO_ADDRESSES.includes(email));
  const hashes = [...new Set(suspects.map((suspect) => suspect.password_hash))];
  // An invalid hash matches no password.
  const matches = await Promise.all(hashes.map((hash) => passwords.verify(hash, DEMO_PASSWORD).catch(() => false)));
  const open = new Set(hashes.filter((_hash, index) => matches[index]));
  return suspects.flatMap((suspect) => (open.has(suspect.password_hash) ? [suspect.email] : [])).toSorted();
}
