import { rowsWithoutObject } from '../backup/named-objects.ts';
import type { Orphan } from '../backup/named-objects.ts';
import { openSource, requireEmbedded, withoutServer } from '../backup/open-source.ts';
import { openStores } from '../backup/stores.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Looks for each file that the database names, and lists those whose bytes are not there: after a database was restored to
an earlier moment, or a bucket lost something. It changes nothing. Exit code 1 where there are some. --json lists for machines.`;

export const objects: Command = {
  usage: ['[--json]'],
  summary: 'files that the database names and the store does not have',
  words: 0,
  lesson: LESSON,
  options: JSON_OPTION,
  async run(context, { values }) {
    const config = context.settings();
    const { files } = openStores(config);
    requireEmbedded(config);
    const lines = await withoutServer(config, async () => {
      const { pool, close } = await openSource(config);
      const client = await pool.connect();
      try {
        await client.query('BEGIN READ ONLY');
        const found: Orphan[] = [];
        for await (const row of rowsWithoutObject(client, files)) found.push(row);
        await client.query('COMMIT');
        return found;
      } finally {
        client.release();
        await close();
      }
    });
    if (values['json'] === true) context.printJson(lines);
    else
      for (const { id, key, purpose, name, createdAt } of lines)
        context.print(`${key}  ${purpose}, "${name}", of ${createdAt.toISOString()}, file ${id}`);
    if (lines.length > 0)
      throw new StartupError(`${files.place} does not have ${lines.length} of the files that the database names.`);
    if (values['json'] !== true) context.print(`${files.place} has every file that the database names.`);
  },
};
