import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { EmbeddedDatabase } from './embedded/client.ts';
import { TracedPool } from './traced-pool.ts';
import { createTransact } from './transactions.ts';
import { getRootCause, errorCode, getErrorMessage } from '../errors/error-code.ts';

/** Inside a transaction, use its `tx` instead: the embedded database has one connection. */
export type Db = NodePgDatabase & {
  $client: pg.Pool;
  /** A pooler in transaction mode: the next connection does not have a prepared statement. */
  isPooled: boolean;
};
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Executor = Db | Tx;

export interface Connected {
  db: Db;
  pool: pg.Pool;
}

/** Turns a query outside of its transaction into an error instead of a deadlock. */
const EMBEDDED_CONNECTION_TIMEOUT_MS = 10_000;

/** Limits connecting, and waiting for a free connection of the pool. */
const CONNECTION_TIMEOUT_MS = 4000;
/** Limits statements, including the time spent waiting for locks. */
const STATEMENT_TIMEOUT_MS = 3500;
/** Longer than the statement timeout: without a response by then, the connection is dead. */
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

const ignore = () => undefined;

function toConnected(pool: pg.Pool, onIdleError: (error: Error) => void, isPooled = false): Connected {
  pool.on('error', onIdleError);
  // Queries report errors of their connection; without a listener the process would exit.
  pool.on('connect', (client) => client.on('error', ignore));
  const options = { casing: 'snake_case' } as const;
  const transaction = createTransact(pool, (client) => drizzle(client, options));
  return { pool, db: Object.assign(drizzle(pool, options), { transaction, isPooled }) };
}

interface PoolOptions {
  url: string;
  size: number;
  /** The URL is a pooler in transaction mode: sessions have no settings, so the role's timeouts apply. */
  pooled?: boolean;
  /** Set for queue tables: until they are vacuumed, the planner underestimates the cost of a sequential scan. */
  avoidSeqScans?: boolean;
}

const toPoolConfig = (url: string): pg.PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
});

/** `pipeline` makes the driver close a connection whose response is late, so that later statements such as ROLLBACK fail at once. */
const limitResponses = (timeoutMs: number): pg.PoolConfig => ({ query_timeout: timeoutMs, pipeline: true });

/** Opens a pool for requests: each query fails within {@link RESPONSE_TIMEOUT_MS}. */
export function connectToServer(
  { url, size, pooled = false, avoidSeqScans = false }: PoolOptions,
  onIdleError: (error: Error) => void,
): Connected {
  const session = avoidSeqScans ? { ...SESSION_LIMITS, options: `${WITHOUT_JIT} -c enable_seqscan=off` } : SESSION_LIMITS;
  const limits = { ...limitResponses(RESPONSE_TIMEOUT_MS), ...(pooled ? {} : session) };
  return toConnected(new TracedPool({ ...toPoolConfig(url), ...limits, max: size }), onIdleError, pooled);
}

const STANDBY_TIMEOUT_MS = 1500;

/** Opens a pool on a standby, with short timeouts: the primary is the fallback. */
export function connectToStandby(url: string, size: number): Connected {
  const limits = {
    connectionTimeoutMillis: STANDBY_TIMEOUT_MS,
    statement_timeout: STANDBY_TIMEOUT_MS,
    options: WITHOUT_JIT,
    ...limitResponses(STANDBY_TIMEOUT_MS + 500),
  };
  return toConnected(new TracedPool({ ...toPoolConfig(url), ...limits, max: size }), ignore);
}

export function connectForMaintenance(url: string, onIdleError: (error: Error) => void): Connected {
  return toConnected(new TracedPool({ ...toPoolConfig(url), options: WITHOUT_TIMEOUTS, max: 2 }), onIdleError);
}

export function connectToEmbedded(embedded: EmbeddedDatabase, onIdleError: (error: Error) => void): Connected {
  const pool = new TracedPool({
    user: 'postgres',
    max: 1,
    stream: () => embedded.connect(),
    connectionTimeoutMillis: EMBEDDED_CONNECTION_TIMEOUT_MS,
  });
  return toConnected(pool, onIdleError);
}

const ADVICE = new Map([
  ['28P01', 'check the user and the password'],
  ['28000', 'check the user, and that pg_hba.conf lets it in'],
  ['3D000', 'create the database, or correct its name'],
]);

export function describeUnusableDatabase(setting: string, error: unknown): string {
  const advice = ADVICE.get(errorCode(getRootCause(error)) ?? '') ?? 'check the address and that PostgreSQL runs';
  return `The database in ${setting} cannot be used (${getErrorMessage(error)}): ${advice}.`;
}
