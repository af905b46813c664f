import { isAbsolute } from 'node:path';
import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { assertDatabaseExists, withClient, withFolderLock } from '../backup/database-access.ts';
import { countAccounts, formatAccountCount, removeOldBackups, listBackups, readManifest } from '../backup/manifest.ts';
import type { Manifest } from '../backup/manifest.ts';
import { findObjectsWithoutRow, findRowsWithoutObject } from '../backup/referenced-objects.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { openLocation, readOwners, openStores } from '../backup/stores.ts';
import { recordBackup, takeBackup } from '../backup/take-backup.ts';
import type { Config } from '../platform/config/config.ts';
import { readProduct } from '../platform/config/product.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { DAY_MS, HOUR_MS } from '../platform/durations.ts';
import { textOption, UsageError, JSON_OPTION } from './command.ts';
import type { Command, Context, Input } from './command.ts';

const BACKUP_HELP = `Backs up a consistent snapshot of the database, the files that it references, and the releases, to a new folder in <location>: a folder,
or a bucket as s3://key:secret@host:443/bucket?region=…. BACKUP_PLACE sets the default location and keeps the secret out of process
lists. The product can be used meanwhile; an embedded database is backed up while no server runs.

  pnpm backup /srv/backups
  pnpm backup /srv/backups --keep 14

The backup is complete once the command reports it. An interrupted one has no manifest and is never restored; the next backup removes
it after a day. Servers report the last successful backup at /metrics.

--keep keeps the newest backups, as many as given, and removes older ones.
--anyway skips two checks: backups of another database at the location, and accounts, files or releases that the last backup had and
this one would not have.
--without-releases leaves out releases, which can be built and deployed again.
--allow-lost continues if files that the database references are missing; the manifest lists them.

A backup contains everything in the database: addresses, messages, password hashes, keys. Protect it like the database.`;

const measureBackup = ({ parts, tables }: Manifest) => ({
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  bytes: Object.values(parts).reduce((sum, part) => sum + (part?.bytes ?? 0), 0),
});

const formatMegabytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1e6))} MB`;

const describeContent = (manifest: Manifest): string => {
  const { parts, tables, takenAt } = manifest;
  const { rows, bytes } = measureBackup(manifest);
  const releases = parts.releases ? `, ${formatNumber(parts.releases.objects)} of releases` : '';
  return `${formatAccountCount(countAccounts(manifest))}, ${formatNumber(rows)} rows in ${tables.length} tables, ${formatNumber(parts.files.objects)} files${releases}; ${formatMegabytes(bytes)}, as of ${takenAt}`;
};

function parseLocation({ env }: Pick<Context, 'env'>, { words }: Input, command: string): string {
  const location = words[0] ?? env()['BACKUP_PLACE'];
  if (location) return location;
  throw new UsageError(`A location of backups is required: pnpm ${command} <folder or s3://…>, or set BACKUP_PLACE.`);
}

function parseKeep(input: Input): number | undefined {
  const text = textOption(input, 'keep');
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--keep must be a positive integer, not "${text}".`);
}

export const backup: Command = {
  usage: ['<folder or s3://…> [--keep <n>] [--without-releases] [--allow-lost] [--anyway]'],
  summary: 'back up database, files and releases',
  words: 1,
  help: BACKUP_HELP,
  options: {
    keep: { type: 'string' },
    'without-releases': { type: 'boolean' },
    'allow-lost': { type: 'boolean' },
    anyway: { type: 'boolean' },
  },
  async run(context, input) {
    const { values } = input;
    const keep = parseKeep(input);
    const to = openLocation(parseLocation(context, input, 'backup'));
    const config = context.settings();
    // Only this system user can read new files.
    process.umask(0o077);
    const { name, manifest } = await takeBackup(config, {
      to,
      product: readProduct().version,
      releases: values['without-releases'] !== true,
      allowLost: values['allow-lost'] === true,
      anyway: values['anyway'] === true,
    });
    if (manifest.lost.length > 0) context.print(`Missing, so not in the backup: ${manifest.lost.join(', ')}`);
    context.print(`${to.place}/${name} is complete: ${describeContent(manifest)}.`);
    await recordBackup(config, manifest.takenAt);
    const removed = keep === undefined ? [] : await removeOldBackups(to, keep);
    if (removed.length > 0) context.print(`Removed: ${removed.join(', ')}.`);
  },
};

const RESTORE_HELP = `Restores the newest or the given backup in <location> to the database, files and releases in the settings: DATABASE_URL, FILES_URL and
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
    return `${name}  ${kind}  ${formatAccountCount(countAccounts(manifest))}, ${formatNumber(rows)} rows, ${formatMegabytes(bytes)}, ${formatAge(manifest.takenAt, now)}, release ${manifest.product}`;
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
  help: RESTORE_HELP,
  options: { check: { type: 'boolean' }, list: { type: 'boolean' }, 'without-releases': { type: 'boolean' } },
  async run(context, input) {
    const { words, values } = input;
    const from = openLocation(parseLocation(context, input, 'restore'));
    process.umask(0o077);
    // --list and --check need no server settings.
    const config = values['list'] === true || values['check'] === true ? undefined : context.settings();
    if (config === undefined) context.printStatus(`Backups: ${from.place}`);
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

const OBJECTS_HELP = `Compares the database with the file store and changes nothing. Lists files in the database whose bytes are missing (exit code 1), such
as after a restore of only the database or a loss in the bucket; and stored bytes that no row references, such as after a restore to an
earlier time, which only take up space. --json prints JSON.`;

export const objects: Command = {
  usage: ['[--json]'],
  summary: 'find files without bytes, and bytes without a file',
  words: 0,
  help: OBJECTS_HELP,
  options: JSON_OPTION,
  async run(context, { values }) {
    const config = context.settings();
    const { files } = openStores(config);
    assertDatabaseExists(config);
    const { rowsWithoutBytes, bytesWithoutRow } = await withFolderLock(config, () =>
      withClient(config, async (client) => {
        await client.query('BEGIN READ ONLY');
        const rows = await findRowsWithoutObject(client, files);
        const stored = await findObjectsWithoutRow(client, files);
        await client.query('COMMIT');
        return { rowsWithoutBytes: rows, bytesWithoutRow: stored };
      }),
    );
    const isText = values['json'] !== true;
    if (isText) {
      for (const { id, key, purpose, name, createdAt } of rowsWithoutBytes)
        context.print(`${key}  ${purpose}, "${name}", of ${createdAt.toISOString()}, file ${id}`);
      for (const { key, writtenAt } of bytesWithoutRow)
        context.print(`${key}  bytes of ${writtenAt.toISOString()} without a row`);
      if (bytesWithoutRow.length > 0)
        context.print(`${files.place} has ${bytesWithoutRow.length} objects that the database does not reference.`);
    } else context.printJson({ rowsWithoutBytes, bytesWithoutRow });
    if (rowsWithoutBytes.length > 0)
      throw new StartupError(`${files.place} lacks ${rowsWithoutBytes.length} of the files in the database.`);
    if (isText) context.print(`${files.place} has every file in the database.`);
  },
};
