import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { bucketAddress, openBucket } from '@solvent/object-store';
import { query } from '../../../scripts/cluster/postgres.mjs';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { findRedis } from '../../../scripts/test/redis-programs.mjs';
import { startRedis } from '../../../scripts/test/redis-server.mjs';
import { openTestBucket } from '@solvent/object-store/testing';
import { listenLocally } from './listen.ts';
import { freePort, temporaryFolder } from './server-process.ts';

/** Local instances of all external services of a production server. */
export interface ExternalServices {
  /** Environment variables for production. The data folder does not exist yet. */
  settings: Record<string, string>;
  folder: string;
  /** @returns the URL of a new, empty database */
  addDatabase(name: string): Promise<string>;
  /** @returns paths in the folder, tables of the databases and keys in the bucket */
  readState(): Promise<unknown>;
  close(): Promise<void>;
}

export function writeKeyFile(path: string, projectId: string): void {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = { type: 'service_account', project_id: projectId, client_email: `api@${projectId}.example` };
  writeFileSync(path, JSON.stringify({ ...account, private_key: privateKey }));
}

/** Accepts connections and never responds. */
export async function openSilentServer(): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  const port = await listenLocally(server);
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}

async function listKeys(url: string): Promise<string[]> {
  const address = bucketAddress(url);
  if (address === undefined) throw new Error(`${url} is not the URL of a bucket`);
  return openBucket(address).list('');
}

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
    await query(postgres.url, `CREATE DATABASE ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    databases.push(url.href);
    return url.href;
  };
  const listTables = (url: string) =>
    query(url, "SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema <> 'pg_catalog' ORDER BY 1, 2");
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
      tables: await Promise.all(databases.map(listTables)),
      keys: await listKeys(bucket.url),
    }),
    close: async () => {
      await bucket.close();
      await redis.stop();
      await postgres.stop();
      remove();
    },
  };
}
