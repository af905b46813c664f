import { objectsWithoutRow, rowsWithoutObject } from '../backup/named-objects.ts';
import type { Orphan, UnreferencedObject } from '../backup/named-objects.ts';
import { openSource, requireEmbedded, withoutServer } from '../backup/open-source.ts';
import { openStores } from '../backup/stores.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Compares the database with the store of files, in both directions: files that the database names and whose bytes are not
there, after a database was restored to a later moment, or a bucket lost something; and bytes that no row names, after a
database was restored to an earlier moment, which only take up room. It changes nothing. Exit code 1 where bytes are
missing. --json lists for machines.`;

export const objects: Command = {
  usage: ['[--json]'],
  summary: 'files without bytes in the store, and bytes without a file',
  words: 0,
  help: HELP,
  options: JSON_OPTION,
  async run(context, { values }) {
    const config = context.settings();
    const { files } = openStores(config);
    requireEmbedded(config);
    const { rowsWithoutBytes, bytesWithoutRow } = await withoutServer(config, async () => {
      const { pool, close } = await openSource(config);
      const client = await pool.connect();
      try {
        await client.query('BEGIN READ ONLY');
        const found: { rowsWithoutBytes: Orphan[]; bytesWithoutRow: UnreferencedObject[] } = {
          rowsWithoutBytes: [],
          bytesWithoutRow: [],
        };
        for await (const row of rowsWithoutObject(client, files)) found.rowsWithoutBytes.push(row);
        for await (const object of objectsWithoutRow(client, files)) found.bytesWithoutRow.push(object);
        await client.query('COMMIT');
        return found;
      } finally {
        client.release();
        await close();
      }
    });
    const isForPeople = values['json'] !== true;
    if (isForPeople) {
      for (const { id, key, purpose, name, createdAt } of rowsWithoutBytes)
        context.print(`${key}  ${purpose}, "${name}", of ${createdAt.toISOString()}, file ${id}`);
      for (const { key, writtenAt } of bytesWithoutRow)
        context.print(`${key}  bytes of ${writtenAt.toISOString()} without a row`);
      if (bytesWithoutRow.length > 0)
        context.print(`${files.place} has ${bytesWithoutRow.length} objects that the database does not name.`);
    } else context.printJson({ rowsWithoutBytes, bytesWithoutRow });
    if (rowsWithoutBytes.length > 0)
      throw new StartupError(`${files.place} does not have ${rowsWithoutBytes.length} of the files that the database names.`);
    if (isForPeople) context.print(`${files.place} has every file that the database names.`);
  },
};
