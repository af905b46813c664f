import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { API_FOLDER } from '../platform/config/product.ts';
import { connectToEmbedded, connectToServer } from '../platform/db/connect.ts';
import type { Connected } from '../platform/db/connect.ts';
import { toDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import { EmbeddedDatabase } from '../platform/db/embedded/client.ts';
import { EXTENSIONS, serveDatabase } from '../platform/db/embedded/serve.ts';
import { migrate } from '../platform/db/migrate.ts';

const POOL_SIZE = 20;

const fail = (error: Error) => {
  throw error;
};

/** Serves the embedded database over the usual protocol, in the test's thread. */
async function serveInThread(database: PGlite): Promise<Connected & { close: () => Promise<void> }> {
  const { port1, port2 } = new MessageChannel();
  serveDatabase(database, port2);
  const embedded = new EmbeddedDatabase(port1);
  await embedded.ready;
  const connected = connectToEmbedded(embedded, fail);
  const close = async () => {
    await connected.pool.end();
    await embedded.close();
    port1.close();
  };
  return { ...connected, close };
}

/** Name of the migrated template, which depends on the migrations' content. */
const TEMPLATE = (() => {
  const folder = join(API_FOLDER, 'migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const content = names.map((name) => readFileSync(join(folder, name), 'utf8')).join();
  return `solvent_test_${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
})();

/** Reads the migrated embedded database, cached per set of migrations. */
async function readTemplate(): Promise<Blob> {
  const cache = join(API_FOLDER, 'node_modules', '.cache');
  const file = join(cache, `${TEMPLATE}.tar`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const database = await PGlite.create({ extensions: EXTENSIONS });
    const served = await serveInThread(database);
    await migrate(served.pool);
    const dump = await database.dumpDataDir('none');
    await served.close();
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, file);
  }
  return new Blob([readFileSync(file)]);
}

async function openInMemory(): Promise<Database> {
  const served = await serveInThread(await PGlite.create({ loadDataDir: await readTemplate(), extensions: EXTENSIONS }));
  return toDatabase(served, served.close);
}

/** Opens the embedded database of a stopped server. */
export async function openDataFolder(dataDir: string): Promise<Database> {
  const served = await serveInThread(await PGlite.create(join(dataDir, 'database'), { extensions: EXTENSIONS }));
  return toDatabase(served, served.close);
}

async function administer(url: string, ...commands: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const command of commands) await client.query(command);
  } finally {
    await client.end();
  }
}

const onServer = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
const generateName = () => `solvent_test_${randomBytes(8).toString('hex')}_once`;
const isMissing = (error: unknown) => error instanceof pg.DatabaseError && error.code === '3D000';

/** Creates the template under a temporary name. If another process was faster, this one is dropped. */
async function createTemplate(url: string): Promise<void> {
  const unfinished = generateName();
  await administer(url, `CREATE DATABASE ${unfinished}`);
  let ended = false;
  const { pool } = connectToServer({ url: onServer(url, unfinished), size: 1 }, (error) => {
    // Dropping the database may cut connections that are still closing.
    if (!ended) fail(error);
  });
  await migrate(pool);
  ended = true;
  await pool.end();
  await administer(url, `ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`).catch(() =>
    administer(url, `DROP DATABASE ${unfinished} WITH (FORCE)`),
  );
}

/** Copies the template. FILE_COPY avoids writing the whole template to the WAL. */
async function copyTemplate(url: string, name: string): Promise<void> {
  const copy = `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`;
  try {
    await administer(url, copy);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await createTemplate(url);
    await administer(url, copy);
  }
}

/** Connects through the pooler at TEST_POOLER_URL, if it is set. */
async function openOnServer(url: string): Promise<Database> {
  const name = generateName();
  await copyTemplate(url, name);
  let ending = false;
  const pooler = process.env['TEST_POOLER_URL'];
  const options = { url: onServer(pooler || url, name), size: POOL_SIZE, pooled: Boolean(pooler) };
  const connected = connectToServer(options, (error) => {
    // The pool ends before its connections do. Dropping the database cuts them.
    if (!ending) fail(error);
  });
  return toDatabase(connected, async () => {
    ending = true;
    await connected.pool.end();
    await administer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });
}

/** Opens an empty, migrated database: on the server at `url`, or embedded in memory. */
export function openTestDatabase(url = process.env['TEST_DATABASE_URL']): Promise<Database> {
  return url ? openOnServer(url) : openInMemory();
}
