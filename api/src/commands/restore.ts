import { isAbsolute } from 'node:path';
import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { countAccounts, formatAccountCount, listBackups, readManifest } from '../backup/manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { openLocation, readOwners } from '../backup/stores.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { DAY_MS, HOUR_MS } from '../platform/durations.ts';
import { describeContent, megabytes, parseLocation, measureBackup } from './backup.ts';
import type { Command } from './command.ts';

const HELP = `Restores the newest or the given backup in <location> to the database, files and releases in the settings: DATABASE_URL, FILES_URL and
RELEASES_URL, or the data folder. Stop all servers first. The database must be empty, and objects that already exist must be equal:
nothing is overwritten. The whole backup is verified before anything changes, and the result afterwards. If it is interrupted, run it
again: the database is restored last, all or nothing. As root, it keeps the owners of folders.

  pnpm restore /srv/backups
  pnpm restore /srv/backups 20261126T070107Z
  pnpm restore /srv/backups --check

--check verifies the backup and changes nothing.
--list lists complete backups, newest first, with kind of database, accounts, rows, size and age.
--without-releases does not restore releases.

Then start a server: it applies the migrations that are newer than the backup.`;

function formatAge(takenAt: string, now: number): string {
  const passed = now - Date.parse(takenAt);
  if (passed < HOUR_MS) return `${Math.max(0, Math.floor(passed / 60_000))} min ago`;
  return passed < 2 * DAY_MS ? `${Math.floor(passed / HOUR_MS)} h ago` : `${Math.floor(passed / DAY_MS)} days ago`;
}

/** An unreadable backup is listed with the reason. */
async function describeBackup(from: ObjectStore, name: string, now: number): Promise<string> {
  try {
    const manifest = await readManifest(from, name);
    const { rows, bytes } = measureBackup(manifest);
    const kind = manifest.database.kind === 'server' ? 'PostgreSQL' : 'embedded';
    return `${name}  ${kind}  ${formatAccountCount(countAccounts(manifest))}, ${formatNumber(rows)} rows, ${megabytes(bytes)}, ${formatAge(manifest.takenAt, now)}, release ${manifest.product}`;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return `${name}  ${error.message}`;
  }
}

const listFolders = ({ databaseUrl, bucket, dataDir, releases }: Config): string[] => [
  ...(databaseUrl === undefined || bucket === undefined ? [dataDir] : []),
  ...(isAbsolute(releases) ? [releases] : []),
];

export const restore: Command = {
  usage: ['<folder or s3://…> [<name>] [--without-releases]', '<folder or s3://…> [<name>] --check', '<folder or s3://…> --list'],
  summary: 'restore or verify a backup',
  words: 2,
  help: HELP,
  options: { check: { type: 'boolean' }, list: { type: 'boolean' }, 'without-releases': { type: 'boolean' } },
  async run(context, input) {
    const { words, values } = input;
    const from = openLocation(parseLocation(context, input, 'restore'));
    process.umask(0o077);
    // --list and --check need no server settings.
    const config = values['list'] === true || values['check'] === true ? undefined : context.settings();
    if (config === undefined) context.note(`Backups: ${from.place}`);
    const names = words[1] === undefined ? await listBackups(from) : [words[1]];
    const [name] = names;
    if (name === undefined) throw new StartupError(`${from.place} has no complete backup.`);
    if (values['list'] === true) {
      const lines = await Promise.all(names.map((listed) => describeBackup(from, listed, Date.now())));
      return context.print(lines.join('\n'));
    }
    if (config === undefined) {
      const manifest = await checkBackup(from, name);
      return context.print(`${from.place}/${name} is complete and undamaged: ${describeContent(manifest)}.`);
    }
    const restoreOwners = readOwners(listFolders(config));
    let rootFolders: string[] = [];
    const manifest = await restoreBackup(config, from, name, { releases: values['without-releases'] !== true }).finally(() => {
      if (process.getuid?.() === 0) rootFolders = restoreOwners();
    });
    context.print(`${from.place}/${name} is restored and verified: ${describeContent(manifest)}.`);
    if (rootFolders.length > 0)
      context.print(`root owns the restored files: run chown -R on ${rootFolders.join(' and ')} for the user of the servers.`);
  },
};
