import { formatNumber } from '@solvent/contracts';
import type { Manifest } from '../backup/manifest.ts';
import { openPlace } from '../backup/stores.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { readProduct } from '../platform/config/product.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Makes a backup of the database, of the files that it names and of the releases, all of one moment, in a folder of its own below <place>:
a folder, or a bucket as s3://key:secret@host:443/bucket?region=…. BACKUP_PLACE names it where no word does, so that no list of
processes shows its secret. People may go on working; the embedded database is backed up while no server runs.

  pnpm backup /srv/backups

It is whole once it is said to be: what was interrupted has no manifest, is never restored, and may be removed.
--without-releases leaves out what a build and delivery make again.
--allow-lost lets pass that files are gone which rows name; the manifest lists them.
A backup holds all that the database does: addresses, messages, hashes of passwords, keys. Keep it as closed as the database.`;

/** What a backup has, in a line. */
export const contentOf = ({ parts, tables, takenAt }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = Object.values(parts).reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
  const releases = parts.releases ? `, ${formatNumber(parts.releases.objects)} of releases` : '';
  return `${formatNumber(rows)} rows in ${tables.length} tables, ${formatNumber(parts.files.objects)} files${releases}; ${formatNumber(Math.ceil(bytes / 1e6))} MB, as of ${takenAt}`;
};

/** The place that is asked for. */
export function placeOf(words: string[], command: string): string {
  const place = words[0] ?? process.env['BACKUP_PLACE'];
  if (!place) throw new UsageError(`Say where backups are: pnpm ${command} <folder or s3://…>, or set BACKUP_PLACE.`);
  return place;
}

export const backup: Command = {
  usage: ['<folder or s3://…> [--without-releases] [--allow-lost]'],
  summary: 'a backup of database, files and releases, of one moment',
  words: 1,
  lesson: LESSON,
  options: { 'without-releases': { type: 'boolean' }, 'allow-lost': { type: 'boolean' } },
  async run(context, { words, values }) {
    const to = openPlace(placeOf(words, 'backup'));
    // Whatever is written is for this user alone.
    process.umask(0o077);
    const { name, manifest } = await takeBackup(context.settings(), {
      to,
      product: readProduct().version,
      releases: values['without-releases'] !== true,
      allowLost: values['allow-lost'] === true,
    });
    if (manifest.lost.length > 0) context.print(`Not there, and so not in the backup: ${manifest.lost.join(', ')}`);
    context.print(`${to.place}/${name} is whole: ${contentOf(manifest)}.`);
  },
};
