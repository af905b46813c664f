import { jest } from '@jest/globals';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { buildApi, startProgram, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';

jest.setTimeout(400_000);
const NOTHING = 'There is nothing to do: the database has all migrations.\n';

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

async function migrate(settings: Record<string, string>, ...args: string[]) {
  const { ended, output } = startProgram(built, 'solvent', settings, ['migrate', ...args]);
  return { code: await ended, output: output() };
}

describe('pnpm solvent migrate', () => {
  it('says which migrations are pending and applies none, applies them, and has nothing to do then', async () => {
    const settings = { DATABASE_URL: postgres.url };
    const pending = { code: 1, output: expect.stringMatching(/^pending 0000_initial\n(pending \d{4}_\w+\n)+$/) };
    expect(await migrate(settings, '--check')).toEqual(pending);
    expect(await migrate(settings, '--check')).toEqual(pending);
    const runs = await Promise.all([migrate(settings), migrate(settings)]);
    for (const { code } of runs) expect(code).toBe(0);
    expect(runs.map(({ output }) => output).join('')).toMatch(/^applied 0000_initial$/m);
    expect(await migrate(settings)).toEqual({ code: 0, output: NOTHING });
    expect(await migrate(settings, '--check')).toEqual({ code: 0, output: NOTHING });
  });

  it('does so with the embedded database', async () => {
    const data = temporaryFolder();
    expect(await migrate({ DATA_DIR: data.path }, '--check')).toMatchObject({ code: 1 });
    expect(await migrate({ DATA_DIR: data.path })).toEqual({
      code: 0,
      output: expect.stringMatching(/^applied 0000_initial\n/),
    });
    expect(await migrate({ DATA_DIR: data.path }, '--check')).toEqual({ code: 0, output: NOTHING });
    data.remove();
  });

  it('says in one sentence that the database cannot be reached', async () => {
    const { code, output } = await migrate({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^The database in DATABASE_URL cannot be used [^\n]*\n$/)]);
  });
});
