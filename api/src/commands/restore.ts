import { isAbsolute } from 'node:path';
import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { countAccounts } from '../backup/deployment.ts';
import { readOwners } from '../backup/folder-owner.ts';
import { accountsIn, listBackups, readManifest } from '../backup/manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { openLocation } from '../backup/stores.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { DAY_MS, HOUR_MS } from '../platform/durations.ts';
import { describeContent, megabytes, parseLocation, measureBackup } from './backup.ts';
import type { Command } from './command.ts';

const HELP = `Restores a backup of <place> (the newest, or the one that is named) to where the settings say: DATABASE_URL, FILES_URL and
RELEASES_URL, or the data folder. Stop all servers first. The database must be empty, and of the objects that are there already each must
be the same: nothing is ever overwritten. The whole backup is read and checked before anything is changed, and what was restored after it.
If it is interrupted, start it again: the database comes last, and in one piece. Run as root it leaves each folder to the owner that it had.

  pnpm restore /srv/backups
  pnpm restore /srv/backups 20261126T070107Z
  pnpm restore /srv/backups --check

--check reads and checks the backup, and changes nothing. --list lists the whole ones, the newest first: the kind of database, accounts,
rows, size and age.
--without-releases leaves the releases as they are. Then start a server: it applies the migrations that are newer than the backup.`;

/** Age of a backup, such as `3 h ago`. */
function age(takenAt: string, now: number): string {
  const passed = now - Date.parse(takenAt);
  if (passed < HOUR_MS) return `${Math.max(0, Math.floor(passed / 60_000))} min ago`;
  return passed < 2 * DAY_MS ? `${Math.floor(passed / HOUR_MS)} h ago` : `${Math.floor(passed / DAY_MS)} days ago`;
}

const KINDS = { server: 'PostgreSQL', embedded: 'embedded' } as const;

/** A backup as one line. An unreadable one is listed with the reason. */
async function described(from: ObjectStore, name: string, now: number): Promise<string> {
  try {
    const manifest = await readManifest(from, name);
    const { rows, bytes } = measureBackup(manifest);
    return `${name}  ${KINDS[manifest.database.kind]}  ${countAccounts(accountsIn(manifest))}, ${formatNumber(rows)} rows, ${megabytes(bytes)}, ${age(manifest.takenAt, now)}, release ${manifest.product}`;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return `${name}  ${error.message}`;
  }
}

/** Folders that a restore writes to. */
const listFolders = ({ databaseUrl, bucket, dataDir, releases }: Config): string[] => [
  ...(databaseUrl === undefined || bucket === undefined ? [dataDir] : []),
  ...(isAbsolute(releases) ? [releases] : []),
];

export const restore: Command = {
  usage: ['<folder or s3://…> [<name>] [--without-releases]', '<folder or s3://…> [<name>] --check', '<folder or s3://…> --list'],
  summary: 'a backup put back to where the settings say, or checked',
  words: 2,
  help: HELP,
  options: { check: { type: 'boolean' }, list: { type: 'boolean' }, 'without-releases': { type: 'boolean' } },
  async run(context, input) {
    const { words, values } = input;
    const from = openLocation(parseLocation(context, input, 'restore'));
    process.umask(0o077);
    // Listing backups needs no server settings.
    const config = values['list'] === true || values['check'] === true ? undefined : context.settings();
    if (config === undefined) context.note(`Backups: ${from.place}`);
    const whole = words[1] === undefined ? await listBackups(from) : [words[1]];
    const name = whole[0];
    if (name === undefined) throw new StartupError(`${from.place} has no whole backup.`);
    if (values['list'] === true) {
      const lines = await Promise.all(whole.map((listed) => described(from, listed, Date.now())));
      return context.print(lines.join('\n'));
    }
    if (config === undefined) {
      const manifest = await checkBackup(from, name);
      return context.print(`${from.place}/${name} is whole and as it was written: ${describeContent(manifest)}.`);
    }
    const giveBack = readOwners(listFolders(config));
    let mine: string[] = [];
    const manifest = await restoreBackup(config, from, name, { releases: values['without-releases'] !== true }).finally(() => {
      if (process.getuid?.() === 0) mine = giveBack();
    });
    context.print(`${from.place}/${name} was restored and checked: ${describeContent(manifest)}.`);
    if (mine.length > 0)
      context.print(
        `Restored as root, so that it belongs to root: give ${mine.join(' and ')} to the user of the servers (chown -R).`,
      );
  },
};
