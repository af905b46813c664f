import { listBackups } from '../backup/manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { openPlace } from '../backup/stores.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { contentOf, placeOf } from './backup.ts';
import type { Command } from './command.ts';

const LESSON = `Restores a backup of <place> (the newest, or the one that is named) to where the settings say: DATABASE_URL, FILES_URL and
RELEASES_URL, or the data folder. Stop all servers first. The database must be empty, and of the objects that are there already each must
be the same: nothing is ever overwritten. The whole backup is read and checked before anything is changed, and what was restored after it.
If it is interrupted, start it again: the database comes last, and in one piece.

  pnpm restore /srv/backups
  pnpm restore /srv/backups 20261126T070107Z
  pnpm restore /srv/backups --check

--check reads and checks the backup, and changes nothing. --list lists the whole ones, the newest first.
--without-releases leaves the releases as they are. Then start a server: it applies the migrations that are newer than the backup.`;

export const restore: Command = {
  usage: ['<folder or s3://…> [<name>] [--without-releases]', '<folder or s3://…> [<name>] --check', '<folder or s3://…> --list'],
  summary: 'a backup put back to where the settings say, or checked',
  words: 2,
  lesson: LESSON,
  options: { check: { type: 'boolean' }, list: { type: 'boolean' }, 'without-releases': { type: 'boolean' } },
  async run(context, { words, values }) {
    const from = openPlace(placeOf(words, 'restore'));
    process.umask(0o077);
    const whole = words[1] === undefined ? await listBackups(from) : [words[1]];
    if (values['list'] === true) return context.print(whole.join('\n') || `${from.place} has no whole backup.`);
    const name = whole[0];
    if (name === undefined) throw new StartupError(`${from.place} has no whole backup.`);
    if (values['check'] === true) {
      const manifest = await checkBackup(from, name);
      return context.print(`${from.place}/${name} is whole and as it was written: ${contentOf(manifest)}.`);
    }
    const releases = values['without-releases'] !== true;
    const manifest = await restoreBackup(context.settings(), from, name, { releases });
    context.print(`${from.place}/${name} was restored and checked: ${contentOf(manifest)}.`);
  },
};
