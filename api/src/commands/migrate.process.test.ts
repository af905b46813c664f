import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { readConfig } from '../platform/config/config.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { recordNewerMigration } from '../testing/planned-migrations.ts';
import { buildApi, runSolvent, startServer, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';

jest.setTimeout(400_000);
const NOTHING = 'The database has all migrations.';

let built: BuiltApi;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  built = await buildApi();
  postgres = await startPostgres(await findPostgres());
});
afterAll(async () => {
  await postgres.stop();
  built.remove();
});

const migrate = (settings: Record<string, string>, ...args: string[]) => runSolvent(built, settings, ['migrate', ...args]);

describe('pnpm solvent migrate', () => {
  it('lists pending migrations, applies them, and has nothing to do then', async () => {
    const settings = { DATABASE_URL: postgres.url };
    // Other commands create no tables in a database that may be the wrong one.
    expect(await runSolvent(built, settings, ['accounts', 'find', 'ada'])).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The database lacks \d+ migrations \(0000_initial, …\) of this release: check that it is the right one, /,
      ),
    });
    const pending = { code: 1, output: expect.stringMatching(/^pending 0000_initial\n(pending \d{4}_\w+\n?)+$/) };
    expect(await migrate(settings, '--check')).toEqual(pending);
    expect(await migrate(settings, '--check')).toEqual(pending);
    const runs = await Promise.all([migrate(settings), migrate(settings)]);
    for (const { code } of runs) expect(code).toBe(0);
    expect(runs.map(({ output }) => output).join('')).toMatch(/^applied 0000_initial$/m);
    expect(await migrate(settings)).toEqual({ code: 0, output: NOTHING });
    expect(await migrate(settings, '--check')).toEqual({ code: 0, output: NOTHING });
  });

  it('and other commands fail on the schema of a release after the next one', async () => {
    const settings = { DATABASE_URL: postgres.url };
    const database = await openDatabase(readConfig(settings), COMMAND_DATABASE_EVENTS);
    await recordNewerMigration(database.db.$client, { release: '99.2.0', previousRelease: '99.1.0' });
    await database.close();
    // `messages` stands for all other commands.
    for (const args of [['migrate'], ['migrate', '--check'], ['messages']])
      expect(await runSolvent(built, settings, args)).toEqual({
        code: 1,
        output: expect.stringMatching(/^The database has the schema of release 99\.2\.0 .*two releases/),
      });
  });

  it('migrates an embedded database, and does not create one', async () => {
    const data = temporaryFolder();
    const settings = { DATA_DIR: data.path };
    for (const args of [[], ['--check']])
      expect(await migrate(settings, ...args)).toEqual({
        code: 1,
        output: expect.stringMatching(/^There is no database in \S+: set DATABASE_URL or DATA_DIR /),
      });
    expect(readdirSync(data.path)).toEqual([]);
    // An interrupted first start leaves these.
    mkdirSync(join(data.path, 'database'));
    writeFileSync(join(data.path, 'database.creating'), '');
    expect(await migrate(settings)).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no database in /) });
    expect(readdirSync(data.path)).toEqual(['database', 'database.creating']);
    const server = await startServer(built, { ...settings, RELEASES_DIR: join(data.path, 'releases'), SERVER_RENDERING: 'off' });
    await server.stop();
    expect(await migrate(settings, '--check')).toEqual({ code: 0, output: NOTHING });
    data.remove();
  });

  it('reports an unreachable database in one sentence', async () => {
    const { code, output } = await migrate({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^The database in DATABASE_URL cannot be used [^\n]*$/)]);
  });
});
