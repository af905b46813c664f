import { openTestBucket } from '@solvent/object-store/testing';
import { signedInUser } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';
import { buildApi, freePort, startProgram, temporaryFolder } from './server-process.ts';
import type { Running } from './server-process.ts';
import { putLive } from './releases.ts';
import { openTestDatabase } from './test-database.ts';
import type { Database } from '../platform/db/database.ts';
import { emptyRedis, redisForTests } from './redis.ts';

/** What somebody who asks may have to wait for an answer, whatever is silent (ms). */
export const ANSWERED_WITHIN = 5000;
/** After this the server serves again without anybody's help (ms). */
export const RECOVERED_WITHIN = 15_000;
/** After SIGTERM the process is gone by then, whatever hangs (ms). */
export const ENDED_WITHIN = 30_000;

/** So many connections to the database a server has at most. */
export const POOL_SIZE = 15;

/** An answer of a server, and how long it took (ms). */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  took: number;
}

/** What is asked. */
export interface Asked {
  method?: 'GET' | 'POST';
  as?: TestCaller;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** A server process with a line that can be broken to each thing that it stands on. */
export interface Place {
  url: string;
  database: Line;
  redis: Line;
  /** Files and releases. */
  bucket: Line;
  server: Running;
  /** The database, past its line. */
  direct: Database['db'];
  ask(path: string, asked?: Asked): Promise<Answer>;
  caller: TestCaller;
  /** Asks as the caller until the answer has this status. @returns how long that took (ms) */
  until(path: string, status: number): Promise<number>;
  /** @returns how long the process lived after SIGTERM (ms), and its exit code */
  end(): Promise<{ took: number; code: number | null }>;
  close(): Promise<void>;
}

const through = (address: string | URL, { port }: Line) => {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};
const portOf = (address: string | URL) => Number(new URL(address).port);

async function readAnswer(response: Response, since: number): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // The API's bodies are objects.
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, body, headers: response.headers, took: performance.now() - since };
}

function askerOf(port: number): Place['ask'] {
  return async (path, { method = 'GET', as, json, form, headers } = {}) => {
    const type = json === undefined ? undefined : { 'content-type': 'application/json' };
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    const since = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body,
      headers: { 'x-app-key': 'solvent-web', ...type, ...as?.headers, ...headers },
    });
    return readAnswer(response, since);
  };
}

/** Starts a server on a database of its own, and signs somebody in. @param settings more of them */
export async function openPlace(settings: Record<string, string> = {}): Promise<Place> {
  const built = await buildApi();
  const data = temporaryFolder();
  const [real, store] = [await openTestDatabase(), await openTestBucket()];
  await emptyRedis();
  await putLive(store.url);
  const databaseUrl = real.db.$client.options.connectionString ?? '';
  const database = await openLine(portOf(databaseUrl));
  const redis = await openLine(portOf(redisForTests()));
  const bucket = await openLine(portOf(store.url));
  const port = await freePort();
  const server = startProgram(built, 'main', {
    SEED: 'none',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    DATA_DIR: data.path,
    PORT: String(port),
    DATABASE_URL: through(databaseUrl, database),
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    REDIS_URL: through(redisForTests(), redis),
    FILES_URL: through(store.url, bucket),
    RELEASES_URL: through(store.url, bucket),
    ...settings,
  });
  const ask = askerOf(port);
  const caller = await signedInUser(real.db, 'seeker');
  const until = async (path: string, status: number) => {
    const since = performance.now();
    while ((await ask(path, { as: caller }).catch(() => undefined))?.status !== status)
      if (server.child.exitCode !== null) throw new Error(`The server has ended: ${server.output()}`);
    return performance.now() - since;
  };
  await until('/api/health/ready', 200);
  const end = async () => {
    const since = performance.now();
    server.child.kill('SIGTERM');
    const code = await server.ended;
    return { took: performance.now() - since, code };
  };
  const close = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    for (const line of [database, redis, bucket]) await line.close();
    await store.close();
    await real.close();
    data.remove();
    built.remove();
  };
  return { url: `http://127.0.0.1:${port}`, database, redis, bucket, server, direct: real.db, ask, caller, until, end, close };
}
