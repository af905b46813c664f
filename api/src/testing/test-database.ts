import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { API_FOLDER } from '../platform/config/api-folder.ts';
import { connectToEmbedded, connectToServer } from '../platform/db/connect.ts';
import type { Connected } from '../platform/db/connect.ts';
import { toDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import { EmbeddedDatabase } from '../platform/db/embedded/client.ts';
import { toTypedPort } from '../platform/db/embedded/messages.ts';
import { EXTENSIONS, serveDatabase } from '../platform/db/embedded/serve.ts';
import { migrate } from '../platform/db/migrate.ts';

/** Connections of a test's database. */
const POOL_SIZE = 20;

const fail = (error: Error) => {
  throw error;
};

/** The embedded database behind the same wire as the server's, in the test's own thread. */
async function serveInThread(database: PGlite): Promise<Connected & { close: () => Promise<void> }> {
  const { port1, port2 } = new MessageChannel();
  serveDatabase(database, toTypedPort(port2));
  const embedded = new EmbeddedDatabase(toTypedPort(port1));
  await embedded.ready;
  const connected = connectToEmbedded(() => embedded.connect(), fail);
  const close = async () => {
    await connected.pool.end();
    await embedded.close();
    port1.close();
  };
  return { ...connected, close };
}

/** Names what the migrations make: a database that starts from it is as they leave one, without the time that they take. */
const TEMPLATE = (() => {
  const folder = join(API_FOLDER, 'migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const content = names.map((name) => readFileSync(join(folder, name), 'utf8')).join();
  return `solvent_test_${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
})();

/** The migrated embedded database, made once for each set of migrations. */
async function migratedTemplate(): Promise<Blob> {
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
  const served = await serveInThread(await PGlite.create({ loadDataDir: await migratedTemplate(), extensions: EXTENSIONS }));
  return toDatabase(served, served.close);
}

/** The embedded database in a server's data folder, once that server has ended; it was migrated by the server. */
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
const nameOnce = () => `solvent_test_${randomBytes(8).toString('hex')}_once`;
const isMissing = (error: unknown) => error instanceof pg.DatabaseError && error.code === '3D000';

/** Makes the server's template: under another name until it is whole. Who comes second throws theirs away. */
async function makeTemplate(url: string): Promise<void> {
  const unfinished = nameOnce();
  await administer(url, `CREATE DATABASE ${unfinished}`);
  let ended = false;
  const { pool } = connectToServer({ url: onServer(url, unfinished), size: 1 }, (error) => {
    // As below: who comes second cuts off a connection that is still ending.
    if (!ended) fail(error);
  });
  await migrate(pool);
  ended = true;
  await pool.end();
  await administer(url, `ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`).catch(() =>
    administer(url, `DROP DATABASE ${unfinished} WITH (FORCE)`),
  );
}

/** A copy of the server's template: of its files, since the other way writes all of it to the log as well. */
async function copyTemplate(url: string, name: string): Promise<void> {
  const copy = `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`;
  try {
    await administer(url, copy);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeTemplate(url);
    await administer(url, copy);
  }
}

/** A database of its own on the server, dropped at the end. Where TEST_POOLER_URL names a pooler in front of it, all that is tested goes through that. */
async function openOnServer(url: string): Promise<Database> {
  const name = nameOnce();
  await copyTemplate(url, name);
  let ending = false;
  const pooler = process.env['TEST_POOLER_URL'];
  const place = { url: onServer(pooler || url, name), size: POOL_SIZE, pooled: Boolean(pooler) };
  const connected = connectToServer(place, (error) => {
    // The pool is said to have ended while its connections still are; dropping the database cuts them off.
    if (!ending) fail(error);
  });
  return toDatabase(connected, async () => {
    ending = true;
    await connected.pool.end();
    await administer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });
}

/** An empty, migrated database. @param url of a server; default the one that TEST_DATABASE_URL names, else the embedded one in memory */
export function openTestDatabase(url = process.env['TEST_DATABASE_URL']): Promise<Database> {
  return url ? openOnServer(url) : openInMemory();
}
