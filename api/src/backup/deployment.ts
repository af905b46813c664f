import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { accountsIn, listBackups, readManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { openSource, withoutServer } from './open-source.ts';

/** For people: `1 account`. */
export const countAccounts = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`;

/** Which deployment a database is of. */
interface Identity {
  /** Undefined in a database that lacks the table, since an older release made it. */
  deployment: string | undefined;
  accounts: number;
}

const hasTable = async (pool: pg.Pool, table: string): Promise<boolean> =>
  (await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found === true;

/** @throws StartupError where the database has none of the product's tables: there is nothing to back up */
export async function identify(config: Config): Promise<Identity> {
  const { pool, close } = await openSource(config);
  try {
    if (!(await hasTable(pool, 'drizzle.__drizzle_migrations')) || !(await hasTable(pool, 'public.users')))
      throw new StartupError(
        'The database has no tables of Solvent, so there is nothing to back up: check which one DATABASE_URL names, or which data folder DATA_DIR.',
      );
    const { rows: counted } = await pool.query<{ accounts: number }>('SELECT count(*)::int AS accounts FROM users');
    const known = (await hasTable(pool, 'public.deployment'))
      ? (await pool.query<{ id: string }>('SELECT id FROM deployment')).rows
      : [];
    return { deployment: known[0]?.id, accounts: counted[0]?.accounts ?? 0 };
  } finally {
    await close();
  }
}

/** The newest backup at a place that this release can read. */
async function newestReadable(store: ObjectStore): Promise<{ name: string; manifest: Manifest } | undefined> {
  for (const name of await listBackups(store)) {
    try {
      return { name, manifest: await readManifest(store, name) };
    } catch (error) {
      // A damaged one keeps nobody from making a good one.
      if (!(error instanceof StartupError)) throw error;
    }
  }
  return undefined;
}

/**
 * Refuses to put the backup of another database, or of one that lost its accounts, beside the backups of a deployment: it would be taken
 * for the newest of them.
 *
 * @throws StartupError with what to do
 */
export async function refuseStranger({ deployment, accounts }: Identity, to: ObjectStore): Promise<void> {
  const newest = await newestReadable(to);
  if (newest === undefined) return;
  const { name, manifest } = newest;
  const before = accountsIn(manifest);
  const isOther = manifest.deployment !== undefined && manifest.deployment !== deployment;
  if (!isOther && (accounts > 0 || before === 0)) return;
  const reason = isOther ? 'is of another database' : `has ${countAccounts(before)}, and the database has none`;
  throw new StartupError(
    `The newest backup in ${to.place}, ${name}, ${reason}: check that the settings name the right database, name another place for its backups, or add --anyway.`,
  );
}

/** Remembers in the database when the last good backup was taken: servers report it at /metrics. */
export async function recordBackup(config: Config, takenAt: string): Promise<void> {
  await withoutServer(config, async () => {
    const { pool, close } = await openSource(config);
    try {
      if (await hasTable(pool, 'public.deployment'))
        await pool.query('UPDATE deployment SET last_backup_at = greatest(last_backup_at, $1::timestamptz)', [takenAt]);
    } finally {
      await close();
    }
  });
}
