import { openTestBucket } from '@solvent/object-store/testing';
import { signedInUser } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';
import { buildApi, freePort, startProgram, temporaryFolder } from './server-process.ts';
import type { RunningProgram } from './server-process.ts';
import { publishLiveRelease } from './releases.ts';
import { openTestDatabase } from './test-database.ts';
import type { Database } from '../platform/db/database.ts';
import { flushRedis, getTestRedisUrl } from './redis.ts';

/** So many connections to the database a server has at most. */
export const POOL_SIZE = 15;

/** An answer of a server. */
export interface ServerResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** What is asked. */
export interface RequestOptions {
  method?: 'GET' | 'POST';
  as?: TestCaller;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** A server process with a line that can be broken to each thing that it stands on. */
export interface OutageFixture {
  url: string;
  database: Line;
  redis: Line;
  /** Files and releases. */
  bucket: Line;
  server: RunningProgram;
  /** The database, past its line. */
  directDb: Database['db'];
  request(path: string, asked?: RequestOptions): Promise<ServerResponse>;
  caller: TestCaller;
  /** Requests as the caller until the answer has this status. */
  waitForStatus(path: string, status: number): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  close(): Promise<void>;
}

const through = (address: string | URL, { port }: Line) => {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};
const portOf = (address: string | URL) => Number(new URL(address).port);

async function readAnswer(response: Response): Promise<ServerResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // The API's bodies are objects.
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, body, headers: response.headers };
}

function askerOf(port: number): OutageFixture['request'] {
  return async (path, { method = 'GET', as, json, form, headers } = {}) => {
    const type = json === undefined ? undefined : { 'content-type': 'application/json' };
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body,
      headers: { 'x-app-key': 'solvent-web', ...type, ...as?.headers, ...headers },
    });
    return readAnswer(response);
  };
}

/** Starts a server on a database of its own, and signs somebody in. @param settings more of them */
export async function openOutageFixture(settings: Record<string, string> = {}): Promise<OutageFixture> {
  const built = await buildApi();
  const data = temporaryFolder();
  const [real, store] = [await openTestDatabase(), await openTestBucket()];
  await flushRedis();
  await publishLiveRelease(store.url);
  const databaseUrl = real.db.$client.options.connectionString ?? '';
  const database = await openLine(portOf(databaseUrl));
  const redis = await openLine(portOf(getTestRedisUrl()));
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
    REDIS_URL: through(getTestRedisUrl(), redis),
    FILES_URL: through(store.url, bucket),
    RELEASES_URL: through(store.url, bucket),
    ...settings,
  });
  const ask = askerOf(port);
  const caller = await signedInUser(real.db, 'seeker');
  const until = async (path: string, status: number) => {
    while ((await ask(path, { as: caller }).catch(() => undefined))?.status !== status)
      if (server.child.exitCode !== null) throw new Error(`The server has ended: ${server.output()}`);
  };
  await until('/api/health/ready', 200);
  const end = () => {
    server.child.kill('SIGTERM');
    return server.ended;
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
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    redis,
    bucket,
    server,
    directDb: real.db,
    request: ask,
    caller,
    waitForStatus: until,
    stop: end,
    close,
  };
}
