import { isAbsolute } from 'node:path';
import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { withExistingDatabase } from '../backup/database-access.ts';
import { countAccounts, formatAccountCount, removeOldBackups, listBackups, readManifest } from '../backup/manifest.ts';
import type { Manifest } from '../backup/manifest.ts';
import { findObjectsWithoutRow, findRowsWithoutObject } from '../backup/referenced-objects.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { openLocation, openStores } from '../backup/stores.ts';
import { recordBackup, takeBackup } from '../backup/take-backup.ts';
import { usesDataFolder } from '../platform/objects/data-disk.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { positiveInteger, print, printJson, printStatus, UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';

function describeContent(manifest: Manifest): string {
  const { database, parts, product, tables, takenAt } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = Object.values(parts).reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
  return [
    formatAccountCount(countAccounts(manifest)),
    `${formatNumber(rows)} rows in ${tables.length} tables`,
    `${formatNumber(parts.files.objects)} files`,
    ...(parts.releases ? [`${formatNumber(parts.releases.objects)} of releases`] : []),
    `${formatNumber(Math.ceil(bytes / 1e6))} MB`,
    `${database.kind === 'server' ? 'PostgreSQL' : 'embedded'}, release ${product}, as of ${takenAt}`,
  ].join(', ');
}

function parseLocation({ env }: Pick<Context, 'env'>, { words }: Input, command: string): string {
  const location = words[0] ?? env()['BACKUP_PLACE'];
  if (location) return location;
  throw new UsageError(`A location of backups is required: pnpm ${command} <folder or s3://…>, or set BACKUP_PLACE.`);
}

export const backup: Command = {
  usage: ['<folder or s3://…> [--keep <n>] [--without-releases] [--allow-lost] [--anyway]'],
  summary: 'back up database, files and releases',
  help: `Backs up a consistent snapshot of the database, the files that it references, and the releases, to a new folder in <location>: a folder,
or a bucket as s3://key:secret@host:443/bucket?region=…. BACKUP_PLACE sets the default location and keeps the secret out of process
lists. The product can be used meanwhile; an embedded database is backed up while no server runs. The backup is complete once the
command reports it: an interrupted one is never restored, and the next backup removes it after a day.

--keep keeps the newest backups, as many as given, and removes older ones.
--anyway permits backups of another database at the location, and without accounts, files or releases, which the last backup had.
--without-releases leaves out releases, which can be built and deployed again.
--allow-lost continues if files that the database references are missing; the manifest lists them.

A backup contains everything in the database: addresses, messages, password hashes, keys. Protect it like the database.`,
  async run(context, input) {
    const { values } = input;
    const keep = positiveInteger(input, 'keep');
    const to = openLocation(parseLocation(context, input, 'backup'));
    const config = context.settings();
    // Only this system user can read new files.
    process.umask(0o077);
    const { name, manifest } = await takeBackup(config, {
      to,
      releases: values['without-releases'] !== true,
      allowLost: values['allow-lost'] === true,
      anyway: values['anyway'] === true,
    });
    if (manifest.lost.length > 0) print(`Missing, so not in the backup: ${manifest.lost.join(', ')}`);
    print(`${to.place}/${name} is complete: ${describeContent(manifest)}.`);
    await recordBackup(config, manifest.takenAt);
    const removed = keep === undefined ? [] : await removeOldBackups(to, keep);
    if (removed.length > 0) print(`Removed: ${removed.join(', ')}.`);
  },
};

/** Describes a backup, or states why it is unreadable. */
const describeBackup = (from: ObjectStore, name: string): Promise<string> =>
  readManifest(from, name).then(describeContent, (error: unknown) => {
    if (!(error instanceof StartupError)) throw error;
    return error.message;
  });

export const restore: Command = {
  usage: ['<folder or s3://…> [<name>] [--without-releases]', '<folder or s3://…> [<name>] --check', '<folder or s3://…> --list'],
  summary: 'restore or verify a backup',
  help: `Restores the newest or the given backup in <location> to the database, files and releases in the settings: DATABASE_URL, FILES_URL and
RELEASES_URL, or the data folder. Stop all servers first. The database must be empty, and objects that already exist must be equal:
nothing is overwritten. The whole backup is verified before anything changes, and the result afterwards. If it is interrupted, run it
again: the database is restored last, all or nothing.

--check verifies the backup and changes nothing.
--list lists complete backups, newest first, with their contents.
--without-releases does not restore releases.`,
  async run(context, input) {
    const { words, values } = input;
    const from = openLocation(parseLocation(context, input, 'restore'));
    process.umask(0o077);
    // --list and --check need no server settings.
    const config = values['list'] === true || values['check'] === true ? undefined : context.settings();
    if (config === undefined) printStatus(`Backups: ${from.place}`);
    const names = words[1] === undefined ? await listBackups(from) : [words[1]];
    const [name] = names;
    if (name === undefined) throw new StartupError(`${from.place} has no complete backup.`);
    if (values['list'] === true) {
      const lines = await Promise.all(names.map(async (listed) => `${listed}  ${await describeBackup(from, listed)}`));
      return print(lines.join('\n'));
    }
    if (config === undefined) {
      const manifest = await checkBackup(from, name);
      return print(`${from.place}/${name} is complete and undamaged: ${describeContent(manifest)}.`);
    }
    const manifest = await restoreBackup(config, from, name, { releases: values['without-releases'] !== true });
    print(`${from.place}/${name} is restored and verified: ${describeContent(manifest)}.`);
    const { databaseUrl, bucket, dataDir, releases } = config;
    const folders = [...(usesDataFolder({ databaseUrl, bucket }) ? [dataDir] : []), ...(isAbsolute(releases) ? [releases] : [])];
    if (process.getuid?.() === 0 && folders.length > 0)
      print(`root owns the restored files: run chown -R on ${folders.join(' and ')} for the user of the servers.`);
  },
};

export const objects: Command = {
  usage: ['[--json]'],
  summary: 'find files without bytes, and bytes without a file',
  help: `Compares the database with the file store and changes nothing. Lists files in the database whose bytes are missing (exit code 1), such
as after a restore of only the database or a loss in the bucket; and stored bytes that no row references, such as after a restore to an
earlier time, which only take up space.`,
  async run(context, { values }) {
    const config = context.settings();
    const { files } = openStores(config);
    const [rowsWithoutBytes, bytesWithoutRow] = await withExistingDatabase(config, async (client) => {
      await client.query('BEGIN READ ONLY');
      return [await findRowsWithoutObject(client, files), await findObjectsWithoutRow(client, files)] as const;
    });
    const lines = [
      ...rowsWithoutBytes.map(
        ({ id, key, purpose, name, createdAt }) => `${key}  ${purpose}, "${name}", of ${createdAt.toISOString()}, file ${id}`,
      ),
      ...bytesWithoutRow.map(({ key, writtenAt }) => `${key}  bytes of ${writtenAt.toISOString()} without a row`),
      ...(bytesWithoutRow.length > 0
        ? [`${files.place} has ${bytesWithoutRow.length} objects that the database does not reference.`]
        : []),
    ];
    if (values['json'] === true) printJson({ rowsWithoutBytes, bytesWithoutRow });
    else for (const line of lines) print(line);
    if (rowsWithoutBytes.length > 0)
      throw new StartupError(`${files.place} lacks ${rowsWithoutBytes.length} of the files in the database.`);
    printStatus(`${files.place} has every file in the database.`);
  },
};
