import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../scripts/setup/settings.mjs';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { deliver, ROOT } from './workspace.ts';

/** A product that a test may deploy to and break. */
export interface OwnProduct {
  url: string;
  releases: string;
  /** Runs a command of `pnpm delivery`. @returns its output */
  deliver: (...args: string[]) => Promise<string>;
  /** Starts or restarts the server. */
  start: () => Promise<void>;
  readLog: () => string;
  remove: () => Promise<void>;
}

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

const POLL_MS = 50;

/** Waits until a server is ready; the test's own timeout applies. @throws Error with its log if the server exits */
async function waitUntilReady(server: ChildProcess, url: string, output: () => string): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`The server ended before it was ready:\n${output()}`);
    await wait(POLL_MS);
  }
}

/** Creates a product with all builds live. @param settings added to the server's */
export async function createOwnProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvent-own-'));
  const port = String(process.env.E2E_OWN_PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const env = { ENV_FILE: 'none', DATA_DIR: dataDir, CHANNEL: 'production' };
  let server: ChildProcess | undefined;
  let log = '';

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    await ended;
  }

  await deliver(env, 'deploy', '--why', 'First release');
  return {
    url,
    releases: join(dataDir, 'releases'),
    deliver: (...args) => deliver(env, ...args),
    readLog: () => log,
    async start() {
      await stop();
      log = '';
      server = spawn(process.execPath, ['--import', END_WITH_PARENT, join(ROOT, 'api/dist/main.js')], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          ...env,
          PORT: port,
          SEED: 'none',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_FACTOR: '1000',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (log += String(chunk)));
      await waitUntilReady(server, `${url}/api/health/ready`, () => log);
    },
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A product whose connection to PostgreSQL can be cut. */
export interface CutOffProduct extends Pick<OwnProduct, 'url' | 'readLog' | 'remove'> {
  database: Line;
}

export async function createCutOffProduct(settings: Record<string, string> = {}): Promise<CutOffProduct> {
  const postgres = await startPostgres(await findPostgres());
  const address = new URL(postgres.url);
  const database = await openLine(Number(address.port));
  address.host = `127.0.0.1:${database.port}`;
  const product = await createOwnProduct({ DATABASE_URL: address.href, ...settings });
  await product.start();
  return {
    ...product,
    database,
    async remove() {
      await product.remove();
      await database.close();
      await postgres.stop();
    },
  };
}
