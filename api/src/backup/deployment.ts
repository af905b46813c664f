import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { accountsIn, listBackups, readManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { openSource, withoutServer } from './open-source.ts';

/** Display text: `1 account`. */
export const countAccounts = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`;

/** Identifies the deployment that a database belongs to. */
interface Identity {
  /** Undefined if the table is missing, because an older release created the database. */
  deployment: string | undefined;
  accounts: number;
}

const hasTable = async (pool: pg.Pool, table: string): Promise<boolean> =>
  (await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found === true;

/** @throws StartupError if the database has none of the product's tables, so there is nothing to back up */
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

/** The newest backup in a store that this release can read. */
async function newestReadable(store: ObjectStore): Promise<{ name: string; manifest: Manifest } | undefined> {
  for (const name of await listBackups(store)) {
    try {
      return { name, manifest: await readManifest(store, name) };
    } catch (error) {
      // A damaged backup must not prevent a new one.
      if (!(error instanceof StartupError)) throw error;
    }
  }
  return undefined;
}

/**
 * Refuses to store a backup of another database, or of one that lost its accounts, beside a deployment's backups: a restore
 * would use it as the newest.
 *
 * @throws StartupError with what to do
 */
export async function refuseOtherDatabase({ deployment, accounts }: Identity, to: ObjectStore): Promise<void> {
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

/**
 * Refuses a backup without releases or files after one that had some: the settings probably name a wrong, empty data folder
 * or bucket.
 *
 * @throws StartupError with what to do
 */
export async function refuseEmptied({ files, releases }: Manifest['parts'], to: ObjectStore): Promise<void> {
  const newest = await newestReadable(to);
  if (newest === undefined) return;
  const { name, manifest } = newest;
  const before = manifest.parts;
  const hasLostReleases = releases?.objects === 0 && (before.releases?.objects ?? 0) > 0;
  if (!hasLostReleases && (files.objects > 0 || before.files.objects === 0)) return;
  const [count, what] = hasLostReleases ? [before.releases?.objects ?? 0, 'of releases'] : [before.files.objects, 'files'];
  throw new StartupError(
    `The newest backup in ${to.place}, ${name}, has ${formatNumber(count)} ${what}, and this one would have none: check that DATA_DIR, FILES_URL and RELEASES_URL name the right places, or add --anyway.`,
  );
}

/** Stores the time of the last successful backup in the database. Servers export it at /metrics. */
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
