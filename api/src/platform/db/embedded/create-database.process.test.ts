import { PGlite } from '@electric-sql/pglite';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { createDatabase, EXTENSIONS } from './serve.ts';

/** Settings of a new database that decide how it stores, sorts and compares. */
const NATURE = `SELECT encoding, datlocprovider, datcollate, datctype, datlocale, (SELECT count(*)::int FROM pg_class) AS relations,
  (SELECT count(*)::int FROM pg_proc) AS functions, current_setting('server_version') AS version
  FROM pg_database WHERE datname = current_database()`;

it('a new database has the settings that initdb gives it, and keeps its rows', async () => {
  const folder = temporaryFolder();
  const [created, made] = [await createDatabase(folder.path), await PGlite.create()];
  expect((await created.query(NATURE)).rows).toEqual((await made.query(NATURE)).rows);
  await created.exec('CREATE TABLE notes AS SELECT 1 AS number');
  await Promise.all([created.close(), made.close()]);
  const opened = await PGlite.create(folder.path, { extensions: EXTENSIONS });
  expect((await opened.query('SELECT number FROM notes')).rows).toEqual([{ number: 1 }]);
  await opened.close();
  folder.remove();
});
