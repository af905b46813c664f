import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { ConnectionStream } from './embedded/connection-stream.ts';
import { closeUnresponsiveConnections } from './unresponsive-connections.ts';
import { TracedClient, TracedPool } from './traced-pool.ts';
import { createTransact } from './transactions.ts';

/** Inside a transaction, use its `tx` instead: the embedded database has one connection. */
export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Executor = Db | Tx;

export interface Connected {
  db: Db;
  pool: pg.Pool;
}

/** Turns a query outside of its transaction into an error instead of a deadlock. */
const EMBEDDED_CONNECTION_TIMEOUT_MS = 10_000;

/** For connecting, and for waiting for a free connection of the pool. */
const CONNECTION_TIMEOUT_MS = 4000;
/** Includes the time spent waiting for locks. */
const STATEMENT_TIMEOUT_MS = 3500;
/** Longer than the statement timeout: without any response by then, the connection is dead. */
const RESPONSE_TIMEOUT_MS = 4000;
/** Releases the locks of a client that may be unreachable. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5000;
const KEEP_ALIVE_DELAY_MS = 5000;

/** JIT compilation takes tens of ms, longer than most of these statements. */
const WITHOUT_JIT = '-c jit=off';

const SESSION_LIMITS = {
  options: WITHOUT_JIT,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
};

/** Overrides limits of the role, which are meant for requests. */
const WITHOUT_TIMEOUTS = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query && typeof query.name === 'string';

/** Runs named statements without their names: behind a pooler, the next connection does not have the prepared statement. */
class UnnamedStatementsClient extends TracedClient {
  override query(query: unknown, ...rest: unknown[]): never {
    const unnamed: unknown = isNamed(query) ? Object.assign(Object.create(query), { name: undefined }) : query;
    return super.query(unnamed, ...rest);
  }
}

function toConnected(pool: pg.Pool, onIdleError: (error: Error) => void): Connected {
  pool.on('error', onIdleError);
  // Queries report errors of their connection; without a listener the process would exit.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const options = { casing: 'snake_case' } as const;
  const transaction = createTransact(pool, (client) => drizzle(client, options));
  return { pool, db: Object.assign(drizzle(pool, options), { transaction }) };
}

export interface PoolOptions {
  url: string;
  size: number;
  /** The URL is a pooler in transaction mode: sessions have no settings, so the role's timeouts apply. */
  pooled?: boolean;
  /** For queue tables: until they are vacuumed, the planner underestimates the cost of reading them as a whole. */
  avoidSeqScans?: boolean;
}

const toPoolConfig = (url: string): pg.PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
});

/** Opens a pool for requests: each query fails within {@link RESPONSE_TIMEOUT_MS}. */
export function connectToServer(
  { url, size, pooled = false, avoidSeqScans = false }: PoolOptions,
  onIdleError: (error: Error) => void,
): Connected {
  const session = avoidSeqScans ? { ...SESSION_LIMITS, options: `${WITHOUT_JIT} -c enable_seqscan=off` } : SESSION_LIMITS;
  const pool = new TracedPool({ ...toPoolConfig(url), ...(pooled ? { Client: UnnamedStatementsClient } : session), max: size });
  closeUnresponsiveConnections(pool, RESPONSE_TIMEOUT_MS);
  return toConnected(pool, onIdleError);
}

const STANDBY_TIMEOUT_MS = 1500;

/** Opens a pool on a standby, with short timeouts: the primary is the fallback. */
export function connectToStandby(url: string, size: number, onIdleError: (error: Error) => void): Connected {
  const limits = {
    connectionTimeoutMillis: STANDBY_TIMEOUT_MS,
    statement_timeout: STANDBY_TIMEOUT_MS,
    options: WITHOUT_JIT,
  };
  const pool = new TracedPool({ ...toPoolConfig(url), ...limits, max: size });
  closeUnresponsiveConnections(pool, STANDBY_TIMEOUT_MS + 500);
  return toConnected(pool, onIdleError);
}

export function connectForMaintenance(url: string, onIdleError: (error: Error) => void): Connected {
  return toConnected(new TracedPool({ ...toPoolConfig(url), options: WITHOUT_TIMEOUTS, max: 2 }), onIdleError);
}

export function connectToEmbedded(connect: () => ConnectionStream, onIdleError: (error: Error) => void): Connected {
  const pool = new TracedPool({
    user: 'postgres',
    max: 1,
    stream: connect,
    connectionTimeoutMillis: EMBEDDED_CONNECTION_TIMEOUT_MS,
  });
  return toConnected(pool, onIdleError);
}
