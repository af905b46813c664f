import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ConnectionStream } from './embedded/connection-stream.ts';
import * as schema from './schema/index.ts';

/** The database, typed by the schema. Inside a transaction use its `tx`, never this one: the embedded database has one connection. */
export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** What a transaction's callback is given. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Where a query can run: the database, or a transaction in it. */
export type Executor = Db | Tx;

/** An open pool and the typed database on it. */
export interface Connected {
  db: Db;
  pool: pg.Pool;
}

/** A wait for a free connection ends after this: a query on the outer database inside a transaction is an error, not a hang. */
const CONNECTION_TIMEOUT = 10_000;

function typed(pool: pg.Pool): Connected {
  return { pool, db: drizzle(pool, { schema, casing: 'snake_case' }) };
}

/**
 * A pool on a PostgreSQL server.
 * @param onIdleError hears of connections that broke while nobody used them (the pool makes new ones).
 */
export function connectToServer(url: string, onIdleError: (error: Error) => void): Connected {
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: CONNECTION_TIMEOUT });
  pool.on('error', onIdleError);
  return typed(pool);
}

/** The same driver on the embedded database: one connection, carried by `connect`'s stream instead of a socket. */
export function connectToEmbedded(connect: () => ConnectionStream, onIdleError: (error: Error) => void): Connected {
  const pool = new pg.Pool({ user: 'postgres', max: 1, stream: connect, connectionTimeoutMillis: CONNECTION_TIMEOUT });
  pool.on('error', onIdleError);
  return typed(pool);
}
