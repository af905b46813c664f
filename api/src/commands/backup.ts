import { formatNumber } from '@solvent/contracts';
import { countAccounts, formatAccountCount, removeOldBackups } from '../backup/manifest.ts';
import type { Manifest } from '../backup/manifest.ts';
import { openLocation } from '../backup/stores.ts';
import { recordBackup, takeBackup } from '../backup/take-backup.ts';
import { readProduct } from '../platform/config/product.ts';
import { textOption, UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';

const HELP = `Backs up a consistent snapshot of the database, the files that it references, and the releases, to a new folder in <location>: a folder,
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

export const measureBackup = ({ parts, tables }: Manifest) => ({
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  bytes: Object.values(parts).reduce((sum, part) => sum + (part?.bytes ?? 0), 0),
});

export const megabytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1e6))} MB`;

export const describeContent = (manifest: Manifest): string => {
  const { parts, tables, takenAt } = manifest;
  const { rows, bytes } = measureBackup(manifest);
  const releases = parts.releases ? `, ${formatNumber(parts.releases.objects)} of releases` : '';
  return `${formatAccountCount(countAccounts(manifest))}, ${formatNumber(rows)} rows in ${tables.length} tables, ${formatNumber(parts.files.objects)} files${releases}; ${megabytes(bytes)}, as of ${takenAt}`;
};

export function parseLocation({ env }: Pick<Context, 'env'>, { words }: Input, command: string): string {
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
  help: HELP,
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
