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

export const POOL_SIZE = 15;

interface ServerResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

interface RequestOptions {
  method?: 'GET' | 'POST';
  as?: TestCaller;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** A server process that reaches each of its services through a proxy that can be interrupted. */
export interface OutageFixture {
  url: string;
  database: Line;
  redis: Line;
  bucket: Line;
  server: RunningProgram;
  directDb: Database['db'];
  request(path: string, options?: RequestOptions): Promise<ServerResponse>;
  caller: TestCaller;
  /** Repeats the request as the caller until it has this status. */
  waitForStatus(path: string, status: number): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  close(): Promise<void>;
}

const toProxyUrl = (address: string | URL, { port }: Line) => {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};
const parsePort = (address: string | URL) => Number(new URL(address).port);

async function readResponse(response: Response): Promise<ServerResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, body, headers: response.headers };
}

function createRequest(port: number): OutageFixture['request'] {
  return async (path, { method = 'GET', as, json, form, headers } = {}) => {
    const type = json === undefined ? undefined : { 'content-type': 'application/json' };
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body,
      headers: { 'x-app-key': 'solvent-web', ...type, ...as?.headers, ...headers },
    });
    return readResponse(response);
  };
}

/** Starts a server on its own database and signs a user in. @param settings additional environment variables */
export async function openOutageFixture(settings: Record<string, string> = {}): Promise<OutageFixture> {
  const built = await buildApi();
  const data = temporaryFolder();
  const [direct, store] = [await openTestDatabase(), await openTestBucket()];
  await flushRedis();
  await publishLiveRelease(store.url);
  const databaseUrl = direct.db.$client.options.connectionString ?? '';
  const database = await openLine(parsePort(databaseUrl));
  const redis = await openLine(parsePort(getTestRedisUrl()));
  const bucket = await openLine(parsePort(store.url));
  const port = await freePort();
  const server = startProgram(built, 'main', {
    SEED: 'none',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    DATA_DIR: data.path,
    PORT: String(port),
    DATABASE_URL: toProxyUrl(databaseUrl, database),
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    REDIS_URL: toProxyUrl(getTestRedisUrl(), redis),
    FILES_URL: toProxyUrl(store.url, bucket),
    RELEASES_URL: toProxyUrl(store.url, bucket),
    ...settings,
  });
  const request = createRequest(port);
  const caller = await signedInUser(direct.db, 'seeker');
  const waitForStatus = async (path: string, status: number) => {
    while ((await request(path, { as: caller }).catch(() => undefined))?.status !== status)
      if (server.child.exitCode !== null) throw new Error(`The server exited: ${server.output()}`);
  };
  await waitForStatus('/api/health/ready', 200);
  const stop = () => {
    server.child.kill('SIGTERM');
    return server.ended;
  };
  const close = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    for (const proxy of [database, redis, bucket]) await proxy.close();
    await store.close();
    await direct.close();
    data.remove();
    built.remove();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    redis,
    bucket,
    server,
    directDb: direct.db,
    request,
    caller,
    waitForStatus,
    stop,
    close,
  };
}
