import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ConnectionStream } from './embedded/connection-stream.ts';
import { endSilent } from './end-silent.ts';
import { NamelessClient } from './nameless-client.ts';
import { transactionsOn } from './transactions.ts';

/** The database. Inside a transaction use its `tx`, never this one: the embedded database has one connection. */
export type Db = NodePgDatabase & { $client: pg.Pool };
/** What a transaction's callback is given. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Where a query can run: the database, or a transaction in it. */
export type Executor = Db | Tx;

/** An open pool and the typed database on it. */
export interface Connected {
  db: Db;
  pool: pg.Pool;
}

/** A wait for the embedded database's connection ends after this (ms): a query on the outer database inside a transaction is an error, not a hang. */
const EMBEDDED_TIMEOUT = 10_000;

/** A server has so long (ms) to take a connection, and a request to be given a free one. */
const CONNECTION_TIMEOUT = 4000;
/** The server gives up a statement that takes longer (ms), be it for the locks of others. */
const STATEMENT_MAX = 3500;
/** A connection on which an answer is due for so long (ms), and nothing comes, is dead: the server would have given up before. */
const SILENCE_MAX = 4000;
/** The server ends a transaction in which it was asked nothing for so long (ms): whoever began it may be out of reach, and it holds locks. */
const IDLE_TRANSACTION_MAX = 5000;
/** After so long without a word (ms) the system asks whether the other side is still there. */
const KEEP_ALIVE_AFTER = 5000;

/** Statements of milliseconds, some of which look dearer than they are: compiling one takes longer (tens of ms) than it saves. */
const UNCOMPILED = '-c jit=off';

const BY_INDEX = '-c enable_seqscan=off';

const QUICK = {
  options: UNCOMPILED,
  statement_timeout: STATEMENT_MAX,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MAX,
};

/** Whatever a role's own limits are: those are for people who wait. */
const UNHURRIED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';

function typed(pool: pg.Pool, onIdleError: (error: Error) => void): Connected {
  pool.on('error', onIdleError);
  // Who uses a connection that breaks hears of it by the query; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const options = { casing: 'snake_case' } as const;
  const transaction = transactionsOn(pool, (client) => drizzle(client, options));
  return { pool, db: Object.assign(drizzle(pool, options), { transaction }) };
}

/** Where a pool leads. */
export interface PoolOptions {
  url: string;
  /** So many connections at most. */
  size: number;
  /** To a pooler that gives a connection to others after each transaction: nothing is kept on it, and the limits of time are those of the role. */
  pooled?: boolean;
  /** For tables of which little is left after much came and went: until they are vacuumed, the planner takes reading all of it for cheap. */
  byIndex?: boolean;
}

/**
 * A pool on a PostgreSQL server, for people who wait: whatever happens, a query fails within {@link SILENCE_MAX}.
 * @param onIdleError hears of connections that broke while nobody used them (the pool makes new ones).
 */
export function connectToServer(
  { url, size, pooled = false, byIndex = false }: PoolOptions,
  onIdleError: (error: Error) => void,
): Connected {
  const ofSession = pooled ? { Client: NamelessClient } : { ...QUICK, ...(byIndex && { options: `${UNCOMPILED} ${BY_INDEX}` }) };
  const pool = new pg.Pool({ ...addressed(url), ...ofSession, max: size });
  endSilent(pool, SILENCE_MAX);
  return typed(pool, onIdleError);
}

/** So long (ms) a standby has for a read. */
const STANDBY_TIMEOUT = 1500;

/** A pool on a standby: what it does not answer soon fails, and where that happens often, the database itself is read. */
export function connectToStandby(url: string, size: number, onIdleError: (error: Error) => void): Connected {
  const limits = { connectionTimeoutMillis: STANDBY_TIMEOUT, statement_timeout: STANDBY_TIMEOUT, options: UNCOMPILED };
  const pool = new pg.Pool({ ...addressed(url), ...limits, max: size });
  endSilent(pool, STANDBY_TIMEOUT + 500);
  return typed(pool, onIdleError);
}

/** A pool on a PostgreSQL server for migrations and the like, whose statements may take as long as they need. */
export function connectForMaintenance(url: string, onIdleError: (error: Error) => void): Connected {
  return typed(new pg.Pool({ ...addressed(url), options: UNHURRIED, max: 2 }), onIdleError);
}

const addressed = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECTION_TIMEOUT,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
});

/** The same driver on the embedded database: one connection, carried by `connect`'s stream instead of a socket. */
export function connectToEmbedded(connect: () => ConnectionStream, onIdleError: (error: Error) => void): Connected {
  const pool = new pg.Pool({ user: 'postgres', max: 1, stream: connect, connectionTimeoutMillis: EMBEDDED_TIMEOUT });
  return typed(pool, onIdleError);
}
