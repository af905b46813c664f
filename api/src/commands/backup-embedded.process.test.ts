import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { buildUser } from '../testing/factories.ts';
import { buildApi, freePort, runSolvent, startProgram, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { openDataFolder } from '../testing/test-database.ts';

jest.setTimeout(400_000);
const folder = temporaryFolder();
const backups = join(folder.path, 'backups');
const readData = (name: string) => ({
  SEED: 'none',
  LOG_LEVEL: 'warn',
  DATA_DIR: join(folder.path, name),
  RELEASES_DIR: join(folder.path, 'releases'),
});

let built: BuiltApi;
beforeAll(async () => {
  built = await buildApi();
  mkdirSync(join(folder.path, 'releases'));
});
afterAll(() => {
  built.remove();
  folder.remove();
});

const run = (data: string, ...args: string[]) => runSolvent(built, readData(data), args);

/** A server on a data folder, once it answers. */
async function serve(data: string) {
  const port = await freePort();
  const server = startProgram(built, 'main', {
    ...readData(data),
    PORT: String(port),
    LOG_LEVEL: 'info',
    SERVER_RENDERING: 'off',
  });
  await server.waitForOutput('Server listening');
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

describe('pnpm backup and pnpm restore, on the embedded database', () => {
  it('restore a data folder while no server uses it', async () => {
    const server = await serve('before');
    expect(await run('before', 'backup', backups)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Another server \(process \d+\) is using the data folder \S+: stop it, [^\n]*$/),
    });
    await server.stop();
    const before = await openDataFolder(readData('before').DATA_DIR);
    await buildUser(before.db, { name: 'Mira' });
    await before.close();
    expect(await run('before', 'backup', backups)).toEqual({ code: 0, output: expect.stringContaining(' is complete: ') });
    expect(await run('before', 'restore', backups)).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+ already has a database: set DATA_DIR to another folder\. Nothing is overwritten\.$/),
    });
    expect(await run('after', 'restore', backups)).toEqual({
      code: 0,
      output: expect.stringContaining(' is restored and verified: '),
    });
    expect(readdirSync(readData('after').DATA_DIR)).toEqual(['database']);
    const restored = await serve('after');
    expect((await fetch(`${restored.url}/api/health/live`)).status).toBe(200);
    await restored.stop();
    const after = await openDataFolder(readData('after').DATA_DIR);
    expect((await after.db.execute(sql`SELECT name FROM users`)).rows).toEqual([{ name: 'Mira' }]);
    await after.close();
  });

  it('leaves nothing if there is no database to back up', async () => {
    const { code, output } = await run('nowhere', 'backup', join(folder.path, 'none'));
    expect({ code, output, made: existsSync(readData('nowhere').DATA_DIR) }).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no database in \S+: [^\n]*$/),
      made: false,
    });
  });
});
