import { PGlite } from '@electric-sql/pglite';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { openOrCreateDatabase } from './create-database.ts';

/** What of a new database decides how it stores, sorts and compares. */
const NATURE = `SELECT encoding, datlocprovider, datcollate, datctype, datlocale, (SELECT count(*)::int FROM pg_class) AS relations,
  (SELECT count(*)::int FROM pg_proc) AS functions, current_setting('server_version') AS version
  FROM pg_database WHERE datname = current_database()`;

it('a new database is the one that initdb makes, and keeps its rows', async () => {
  const folder = temporaryFolder();
  const [created, made] = [await openOrCreateDatabase(folder.path), await PGlite.create()];
  expect((await created.query(NATURE)).rows).toEqual((await made.query(NATURE)).rows);
  await created.exec('CREATE TABLE notes AS SELECT 1 AS number');
  await Promise.all([created.close(), made.close()]);
  const opened = await openOrCreateDatabase(folder.path);
  expect((await opened.query('SELECT number FROM notes')).rows).toEqual([{ number: 1 }]);
  await opened.close();
  folder.remove();
});
