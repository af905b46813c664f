import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { accountsIn, listBackups, readManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { withClient, withoutServer } from './open-source.ts';

export const countAccounts = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`;

interface Identity {
  /** Undefined in databases of older releases. */
  deployment: string | undefined;
  accounts: number;
}

const hasTable = async (client: pg.ClientBase, table: string): Promise<boolean> =>
  (await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found === true;

export const identify = (config: Config): Promise<Identity> =>
  withClient(config, async (client) => {
    if (!(await hasTable(client, 'drizzle.__drizzle_migrations')) || !(await hasTable(client, 'public.users')))
      throw new StartupError(
        'The database has no tables of Solvent, so there is nothing to back up: check DATABASE_URL, or the data folder in DATA_DIR.',
      );
    const { rows: counted } = await client.query<{ accounts: number }>('SELECT count(*)::int AS accounts FROM users');
    const known = (await hasTable(client, 'public.deployment'))
      ? (await client.query<{ id: string }>('SELECT id FROM deployment')).rows
      : [];
    return { deployment: known[0]?.id, accounts: counted[0]?.accounts ?? 0 };
  });

/** @param findProblem compares the newest readable backup with the new one @throws StartupError */
async function checkNewest(store: ObjectStore, findProblem: (newest: Manifest) => string | undefined): Promise<void> {
  for (const name of await listBackups(store)) {
    const newest = await readManifest(store, name).catch((error: unknown) => {
      // A damaged backup must not prevent a new one.
      if (!(error instanceof StartupError)) throw error;
    });
    if (newest === undefined) continue;
    const problem = findProblem(newest);
    if (problem === undefined) return;
    throw new StartupError(`The newest backup in ${store.place}, ${name}, ${problem}, or add --anyway.`);
  }
}

/** The newest backup is restored by default, so it must not be of a wrong or emptied database. */
export const refuseOtherDatabase = ({ deployment, accounts }: Identity, to: ObjectStore): Promise<void> =>
  checkNewest(to, (newest) => {
    const before = accountsIn(newest);
    const isOther = newest.deployment !== undefined && newest.deployment !== deployment;
    if (!isOther && (accounts > 0 || before === 0)) return undefined;
    const reason = isOther ? 'is of another database' : `has ${countAccounts(before)}, and the database has none`;
    return `${reason}: check that the settings name the right database, choose another location for its backups`;
  });

/** If releases or files are missing, the settings probably name a wrong folder or bucket. */
export const refuseEmptied = ({ files, releases }: Manifest['parts'], to: ObjectStore): Promise<void> =>
  checkNewest(to, ({ parts: before }) => {
    const releasesBefore = before.releases?.objects ?? 0;
    const hasLostReleases = releases?.objects === 0 && releasesBefore > 0;
    if (!hasLostReleases && (files.objects > 0 || before.files.objects === 0)) return undefined;
    const lost = hasLostReleases ? `${formatNumber(releasesBefore)} of releases` : `${formatNumber(before.files.objects)} files`;
    return `has ${lost}, and this one would have none: check DATA_DIR, FILES_URL and RELEASES_URL`;
  });

/** Stores the time of the last successful backup in the database. Servers export it at /metrics. */
export const recordBackup = (config: Config, takenAt: string): Promise<void> =>
  withoutServer(config, () =>
    withClient(config, async (client) => {
      if (await hasTable(client, 'public.deployment'))
        await client.query('UPDATE deployment SET last_backup_at = greatest(last_backup_at, $1::timestamptz)', [takenAt]);
    }),
  );
