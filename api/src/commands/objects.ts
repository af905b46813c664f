import { listObjectsWithoutRow, listRowsWithoutObject } from '../backup/referenced-objects.ts';
import type { RowWithoutObject, UnreferencedObject } from '../backup/referenced-objects.ts';
import { assertDatabaseExists, withClient, withFolderLock } from '../backup/database-access.ts';
import { openStores } from '../backup/stores.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Compares the database with the file store and changes nothing. Lists files in the database whose bytes are missing (exit code 1), such
as after a restore of only the database or a loss in the bucket; and stored bytes that no row references, such as after a restore to an
earlier time, which only take up space. --json prints JSON.`;

export const objects: Command = {
  usage: ['[--json]'],
  summary: 'find files without bytes, and bytes without a file',
  words: 0,
  help: HELP,
  options: JSON_OPTION,
  async run(context, { values }) {
    const config = context.settings();
    const { files } = openStores(config);
    assertDatabaseExists(config);
    const rowsWithoutBytes: RowWithoutObject[] = [];
    const bytesWithoutRow: UnreferencedObject[] = [];
    await withFolderLock(config, () =>
      withClient(config, async (client) => {
        await client.query('BEGIN READ ONLY');
        for await (const row of listRowsWithoutObject(client, files)) rowsWithoutBytes.push(row);
        for await (const object of listObjectsWithoutRow(client, files)) bytesWithoutRow.push(object);
        await client.query('COMMIT');
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
