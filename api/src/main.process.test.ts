import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { openTestDatabase } from './testing/test-database.ts';
import { publishLiveRelease } from './testing/releases.ts';
import { buildApi, freePort, startProgram, temporaryFolder } from './testing/server-process.ts';
import type { BuiltApi, RunningProgram } from './testing/server-process.ts';

let built: BuiltApi;
const cleanUp: (() => void)[] = [];
/** A data folder with an empty, migrated database. Copying it is faster than creating one. */
const template = temporaryFolder();

beforeAll(async () => {
  built = await buildApi();
  const first = startProgram(built, 'main', { SEED: 'none', DATA_DIR: template.path, PORT: String(await freePort()) });
  await first.waitForOutput('Server listening');
  first.child.kill('SIGTERM');
  await first.ended;
}, 300_000);
afterEach(() => {
  for (const action of cleanUp.splice(0).toReversed()) action();
});
afterAll(() => {
  template.remove();
  built.remove();
});

const isRoot = process.getuid?.() === 0;

function dataFolder(): string {
  const folder = temporaryFolder();
  cleanUp.push(folder.remove);
  cpSync(template.path, folder.path, { recursive: true });
  return folder.path;
}

function start(env: Record<string, string>): RunningProgram {
  const running = startProgram(built, 'main', { SEED: 'none', LOG_LEVEL: 'debug', ...env });
  cleanUp.push(() => running.child.kill('SIGKILL'));
  return running;
}

async function startOn(dataDir: string): Promise<RunningProgram & { url: string }> {
  const port = await freePort();
  const running = start({ DATA_DIR: dataDir, PORT: String(port) });
  await running.waitForOutput('Server listening');
  return { ...running, url: `http://127.0.0.1:${port}` };
}

async function end(running: RunningProgram, signal: NodeJS.Signals): Promise<number | null> {
  running.child.kill(signal);
  return running.ended;
}

/** Returns the only line of output of a failed start. */
async function readStartError(env: Record<string, string>): Promise<string> {
  const running = start({ PORT: String(await freePort()), ...env });
  expect(await running.ended).toBe(1);
  const lines = running.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

const signUp = (url: string, email: string) =>
  fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-key': 'solvent-web' },
    body: JSON.stringify({ name: 'Ada', email, password: 'difference-engine', role: 'seeker' }),
  });
const logIn = (url: string, email: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-key': 'solvent-web' },
    body: JSON.stringify({ email, password: 'difference-engine' }),
  });

describe('a server whose database starts later', () => {
  it('logs once what it waits for, and starts when it is available', async () => {
    const database = await openTestDatabase();
    const address = new URL(database.db.$client.options.connectionString ?? '');
    const target = Number(address.port);
    let attempts = 0;
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      if (attempts < 3)
        return socket.once('data', () => {
          attempts += 1;
          socket.end();
        });
      const onward = connect(target, '127.0.0.1').on('error', () => socket.destroy());
      return socket.pipe(onward).pipe(socket);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => {
      proxy.listen(port, '127.0.0.1', resolve);
    });
    address.host = `127.0.0.1:${port}`;
    const folder = temporaryFolder();
    const running = start({ DATABASE_URL: address.href, DATA_DIR: folder.path, PORT: String(await freePort()) });
    await running.waitForOutput('Server listening');
    const messages = running.output().match(/Waiting for up to \d+ s\. The database in DATABASE_URL cannot be used/g);
    expect([attempts, messages?.length]).toEqual([3, 1]);
    expect(await end(running, 'SIGTERM')).toBe(0);
    proxy.close();
    await database.close();
    folder.remove();
  });
});

describe('the server', () => {
  it('stops cleanly on SIGINT and keeps its data', async () => {
    const data = dataFolder();
    const first = await startOn(data);
    expect((await signUp(first.url, 'ada@example.com')).status).toBe(201);
    expect(await end(first, 'SIGINT')).toBe(0);
    const second = await startOn(data);
    expect((await logIn(second.url, 'ada@example.com')).status).toBe(200);
    expect(await end(second, 'SIGINT')).toBe(0);
  });

  it('keeps every acknowledged write when it is killed, and locks the folder again', async () => {
    const data = dataFolder();
    const first = await startOn(data);
    expect((await signUp(first.url, 'ada@example.com')).status).toBe(201);
    await end(first, 'SIGKILL');
    const second = await startOn(data);
    expect((await logIn(second.url, 'ada@example.com')).status).toBe(200);
    expect(await end(second, 'SIGTERM')).toBe(0);
  });

  it('stops on SIGTERM while it waits for a service', async () => {
    const [port, closed] = [await freePort(), await freePort()];
    const waiting = start({ PORT: String(port), DATABASE_URL: `postgres://nobody@127.0.0.1:${closed}/none` });
    await waiting.waitForOutput('Waiting for up to');
    expect(await end(waiting, 'SIGTERM')).toBe(0);
    expect(waiting.output()).toContain('The server stops before it has started');
  });

  it('finishes requests in flight', async () => {
    const server = await startOn(dataFolder());
    const response = logIn(server.url, 'nobody@example.com');
    await server.waitForOutput('Request came in');
    expect(await end(server, 'SIGTERM')).toBe(0);
    expect((await response).status).toBe(401);
  });
});

describe('a failed start reports in one sentence', () => {
  it('that the port is in use', async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve);
    });
    cleanUp.push(() => other.close());
    expect(await readStartError({ DATA_DIR: dataFolder(), PORT: String(port) })).toBe(
      `Port ${port} is in use: stop the program that has it, or set PORT to another one.`,
    );
  });

  it('that the folder cannot be written', async () => {
    const parent = dataFolder();
    const folder = join(parent, isRoot ? 'file/data' : 'locked');
    // Root may write everywhere, but a file cannot contain a folder.
    if (isRoot) writeFileSync(join(parent, 'file'), '');
    else {
      mkdirSync(folder);
      chmodSync(folder, 0o500);
    }
    expect(await readStartError({ DATA_DIR: folder })).toBe(
      `The data folder ${folder} cannot be written: give this user the right to, or set DATA_DIR to another folder.`,
    );
  });

  it('all invalid settings', async () => {
    const message = await readStartError({ PORT: 'http', SEED: 'some', RATE_LIMIT_FACTOR: '0' });
    for (const name of ['PORT', 'SEED', 'RATE_LIMIT_FACTOR']) expect(message).toContain(`${name} must be`);
  });

  it('that another server has the data folder, which continues to run', async () => {
    const data = dataFolder();
    const first = await startOn(data);
    expect(await readStartError({ DATA_DIR: data, PORT: String(await freePort()) })).toBe(
      `Another server (process ${first.child.pid}) is using the data folder ${data}: stop it, or set DATA_DIR to another folder.`,
    );
    await publishLiveRelease(join(data, 'releases'));
    expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200);
  });

  it('that the folder of the database is incomplete, and leaves it unchanged', async () => {
    const data = dataFolder();
    rmSync(join(data, 'database/PG_VERSION'));
    // An interrupted restore leaves this folder.
    mkdirSync(join(data, 'database.unfinished'));
    const before = readdirSync(join(data, 'database'));
    expect(await readStartError({ DATA_DIR: data })).toBe(
      `${join(data, 'database')} is not a complete database (PG_VERSION is missing): restore a backup, or set DATA_DIR to another folder.`,
    );
    expect(readdirSync(join(data, 'database'))).toEqual(before);
  });

  it('that PostgreSQL cannot be reached', async () => {
    const port = await freePort();
    expect(await readStartError({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`, START_WAIT_SECONDS: '0' })).toMatch(
      /^The database in DATABASE_URL cannot be used \(.*\): check the address and that PostgreSQL runs\.$/,
    );
  });

  it('missing settings of production', async () => {
    const message = await readStartError({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'])
      expect(message).toContain(name);
  });
});

describe('an embedded database', () => {
  it('is created again after an interruption, and resumes its migrations', async () => {
    const data = temporaryFolder();
    cleanUp.push(data.remove);
    mkdirSync(join(data.path, 'database'));
    writeFileSync(join(data.path, 'database/PG_VERSION'), '17');
    writeFileSync(join(data.path, 'database.creating'), '');
    const first = start({ DATA_DIR: data.path, PORT: String(await freePort()) });
    await first.waitForOutput('Preparing the database: creating it');
    await first.waitForOutput('Preparing the database: migration 3 of');
    await end(first, 'SIGKILL');
    expect(readdirSync(data.path)).not.toContain('database.creating');
    const second = await startOn(data.path);
    expect(second.output()).not.toContain('creating it');
    expect((await signUp(second.url, 'ada@example.com')).status).toBe(201);
  });

  it('is created again after the process was killed during its creation', async () => {
    const data = temporaryFolder();
    cleanUp.push(data.remove);
    const killed = start({ DATA_DIR: data.path, PORT: String(await freePort()) });
    await killed.waitForOutput('Preparing the database: creating it');
    await end(killed, 'SIGKILL');
    expect(readdirSync(data.path)).toContain('database.creating');
    const server = await startOn(data.path);
    expect((await signUp(server.url, 'ada@example.com')).status).toBe(201);
  });
});
