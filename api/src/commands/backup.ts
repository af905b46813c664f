import { formatNumber } from '@solvent/contracts';
import { countAccounts, recordBackup } from '../backup/deployment.ts';
import { accountsIn } from '../backup/manifest.ts';
import type { Manifest } from '../backup/manifest.ts';
import { removeOldBackups } from '../backup/old-backups.ts';
import { openLocation } from '../backup/stores.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { readProduct } from '../platform/config/product.ts';
import { textOption, UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';

const HELP = `Makes a backup of the database, of the files that it names and of the releases, all of one moment, in a folder of its own below <place>:
a folder, or a bucket as s3://key:secret@host:443/bucket?region=…. BACKUP_PLACE names it where no word does, so that no list of
processes shows its secret. People may go on working; the embedded database is backed up while no server runs.

  pnpm backup /srv/backups
  pnpm backup /srv/backups --keep 14

It is complete once the command reports it. An interrupted backup has no manifest and is never restored;
the next backup removes it once it is a day old. Servers report the last
good one at /metrics.
--keep leaves so many whole backups at the place, the newest, and removes the others.
--anyway lets the place hold backups of another database already; without it that is refused, as are backups of a database without
accounts beside those of one with accounts, and those without files or releases after one that has some.
--without-releases leaves out what a build and delivery make again.
--allow-lost lets pass that files are gone which rows name; the manifest lists them.
A backup holds all that the database does: addresses, messages, hashes of passwords, keys. Keep it as closed as the database.`;

/** Number of rows and bytes of a backup. */
export const measureBackup = ({ parts, tables }: Manifest) => ({
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  bytes: Object.values(parts).reduce((sum, part) => sum + (part?.bytes ?? 0), 0),
});

export const megabytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1e6))} MB`;

export const describeContent = (manifest: Manifest): string => {
  const { parts, tables, takenAt } = manifest;
  const { rows, bytes } = measureBackup(manifest);
  const releases = parts.releases ? `, ${formatNumber(parts.releases.objects)} of releases` : '';
  return `${countAccounts(accountsIn(manifest))}, ${formatNumber(rows)} rows in ${tables.length} tables, ${formatNumber(parts.files.objects)} files${releases}; ${megabytes(bytes)}, as of ${takenAt}`;
};

export function parseLocation({ env }: Pick<Context, 'env'>, { words }: Input, command: string): string {
  const place = words[0] ?? env()['BACKUP_PLACE'];
  if (!place) throw new UsageError(`Say where backups are: pnpm ${command} <folder or s3://…>, or set BACKUP_PLACE.`);
  return place;
}

/** @throws UsageError unless it is a positive integer */
function parseKeep(input: Input): number | undefined {
  const text = textOption(input, 'keep');
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--keep is "${text}": give a whole number from 1 on.`);
}

export const backup: Command = {
  usage: ['<folder or s3://…> [--keep <n>] [--without-releases] [--allow-lost] [--anyway]'],
  summary: 'a backup of database, files and releases, of one moment',
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
    // Whatever is written is for this user alone.
    process.umask(0o077);
    const { name, manifest } = await takeBackup(config, {
      to,
      product: readProduct().version,
      releases: values['without-releases'] !== true,
      allowLost: values['allow-lost'] === true,
      anyway: values['anyway'] === true,
    });
    if (manifest.lost.length > 0) context.print(`Not there, and so not in the backup: ${manifest.lost.join(', ')}`);
    context.print(`${to.place}/${name} is whole: ${describeContent(manifest)}.`);
    await recordBackup(config, manifest.takenAt);
    const removed = keep === undefined ? [] : await removeOldBackups(to, keep);
    if (removed.length > 0) context.print(`Removed: ${removed.join(', ')}.`);
  },
};
