import type pg from 'pg';
import type { PasswordHasher } from '../features/accounts/auth/passwords.ts';

/** The accounts of the demo data (`dev/demo`) that one can sign in to, and their password (architecture, "One origin, one command"). */
const DEMO_ADDRESSES = ['seeker@solvent.dev', 'solver@solvent.dev'];
/** See {@link DEMO_ADDRESSES}. */
export const DEMO_PASSWORD = 'solve-it-2026';

/** More than the accounts of the demo data, which are older than all others: ids are in order of creation. */
const OLDEST = 100;

const SUSPECTS = `
  WITH oldest AS (SELECT email, password_hash FROM users WHERE password_hash IS NOT NULL ORDER BY id LIMIT $1)
  SELECT * FROM oldest UNION SELECT email, password_hash FROM users WHERE password_hash IS NOT NULL AND email = ANY($2)`;

interface Suspect {
  email: string;
  password_hash: string;
}

/** A user's own password has a unique hash: only the seed gives one to several accounts. */
function isFromSeed(suspects: Suspect[]): boolean {
  return new Set(suspects.map((suspect) => suspect.password_hash)).size < suspects.length;
}

/**
 * Finds demo accounts that still have their published password, under their own addresses or changed ones. Read-only.
 *
 * @returns their addresses; none if the database has no tables yet
 */
export async function openDemoAccounts(client: pg.ClientBase, passwords: PasswordHasher): Promise<string[]> {
  const { rows: tables } = await client.query<{ users: string | null }>("SELECT to_regclass('users') AS users");
  if (!tables[0]?.users) return [];
  const { rows } = await client.query<Suspect>(SUSPECTS, [OLDEST, DEMO_ADDRESSES]);
  const suspects = isFromSeed(rows) ? rows : rows.filter(({ email }) => DEMO_ADDRESSES.includes(email));
  const hashes = [...new Set(suspects.map((suspect) => suspect.password_hash))];
  // A hash that is none opens nothing.
  const opens = await Promise.all(hashes.map((hash) => passwords.verify(hash, DEMO_PASSWORD).catch(() => false)));
  const open = new Set(hashes.filter((_hash, place) => opens[place]));
  return suspects.flatMap((suspect) => (open.has(suspect.password_hash) ? [suspect.email] : [])).toSorted();
}
