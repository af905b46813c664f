import { randomBytes } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { connectToEmbedded, connectToServer } from '../platform/db/connect.ts';
import { databaseOn } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import { EmbeddedDatabase } from '../platform/db/embedded/client.ts';
import { portOf } from '../platform/db/embedded/messages.ts';
import { serveDatabase } from '../platform/db/embedded/serve.ts';
import { migrate } from '../platform/db/migrate.ts';

const fail = (error: Error) => {
  throw error;
};

/** The embedded database in memory, behind the same wire as the server's, in the test's own thread. */
async function openInMemory(): Promise<Database> {
  const { port1, port2 } = new MessageChannel();
  serveDatabase(await PGlite.create(), portOf(port2));
  const embedded = new EmbeddedDatabase(portOf(port1));
  await embedded.ready;
  const connected = connectToEmbedded(() => embedded.connect(), fail);
  await migrate(connected.pool);
  return databaseOn(connected, async () => {
    await connected.pool.end();
    await embedded.close();
    port1.close();
  });
}

async function administer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(command).finally(() => client.end());
}

/** A database of its own on the server, dropped at the end. */
async function openOnServer(url: string): Promise<Database> {
  const name = `solvent_test_${randomBytes(8).toString('hex')}`;
  await administer(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const connected = connectToServer(own.href, fail);
  await migrate(connected.pool);
  return databaseOn(connected, async () => {
    await connected.pool.end();
    await administer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });
}

/** An empty, migrated database: on the server that TEST_DATABASE_URL names, else the embedded one in memory. */
export function openTestDatabase(): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? openOnServer(url) : openInMemory();
}
