import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { bucketAddress, openBucket } from '@solvent/object-store';
import pg from 'pg';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { findRedis } from '../../../scripts/test/redis-programs.mjs';
import { startRedis } from '../../../scripts/test/redis-server.mjs';
import { openTestBucket } from '@solvent/object-store/testing';
import { freePort, temporaryFolder } from './server-process.ts';

/** Everything outside that a server in production is told of, on this machine. */
export interface ExternalServices {
  /** Settings of production that name all of it, and a data folder that is not there yet. */
  settings: Record<string, string>;
  /** A folder for what a test needs besides; it is gone at the end. */
  folder: string;
  /** Makes an empty database. @returns its address */
  addDatabase(name: string): Promise<string>;
  /** What there is: paths in the folder, tables of the databases, keys in the bucket. */
  readState(): Promise<unknown>;
  close(): Promise<void>;
}

async function inDatabase<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Writes the key file of a service account as Firebase makes them. */
export function writeKeyFile(path: string, projectId: string): void {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = { type: 'service_account', project_id: projectId, client_email: `api@${projectId}.example` };
  writeFileSync(path, JSON.stringify({ ...account, private_key: privateKey }));
}

/** Takes connections and never says a word. */
export async function openSilentServer(): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}

async function keysIn(url: string): Promise<string[]> {
  const address = bucketAddress(url);
  if (address === undefined) throw new Error(`${url} is no bucket`);
  return openBucket(address).list('');
}

/** Starts a PostgreSQL, a Redis and a bucket, and makes a key file. */
export async function startExternalServices(): Promise<ExternalServices> {
  const [postgres, redis, bucket] = [
    await startPostgres(await findPostgres()),
    await startRedis(await findRedis()),
    await openTestBucket(),
  ];
  const { path: folder, remove } = temporaryFolder();
  const key = join(folder, 'firebase.json');
  writeKeyFile(key, 'solvent-live');
  mkdirSync(join(folder, 'releases'));
  const databases: string[] = [];
  const addDatabase = async (name: string) => {
    await inDatabase(postgres.url, `CREATE DATABASE ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    databases.push(url.href);
    return url.href;
  };
  const tablesOf = (url: string) =>
    inDatabase(
      url,
      "SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema <> 'pg_catalog' ORDER BY 1, 2",
    );
  return {
    settings: {
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await addDatabase('solvent'),
      REDIS_URL: redis.url,
      FILES_URL: bucket.url,
      RELEASES_URL: bucket.url,
      PORT: String(await freePort()),
      FIREBASE_PROJECT_ID: 'solvent-live',
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: 'solvent.example',
      GOOGLE_APPLICATION_CREDENTIALS: key,
    },
    folder,
    addDatabase,
    readState: async () => ({
      paths: existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).toSorted() : [],
      tables: await Promise.all(databases.map(tablesOf)),
      keys: await keysIn(bucket.url),
    }),
    close: async () => {
      await bucket.close();
      await redis.stop();
      await postgres.stop();
      remove();
    },
  };
}
