import type { Problem } from '@solvent/object-store';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createPasswordHasher } from '../features/accounts/auth/passwords.ts';
import type { Config } from '../platform/config/config.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { otherServerMessage, readServerLease } from '../platform/db/server-lease.ts';
import { describeUnusableDatabase } from '../platform/db/unusable-database.ts';
import { isDatabaseUnavailable } from '../platform/errors/database-unavailable.ts';
import { isUnreachable, getErrorMessage } from '../platform/errors/error-code.ts';
import { openDemoAccounts } from './demo-accounts.ts';

/** Time limit for a response (ms). */
const TIMEOUT = 8000;

/** Connects to PostgreSQL for one read-only transaction. */
export async function readOnly<Result>(databaseUrl: string, read: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
  // A connection that breaks while idle fails the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN READ ONLY');
    return await read(client);
  } finally {
    // Not awaited: a client that never connected has nothing to end, and one that hangs would block the start.
    void client.end().catch(() => undefined);
  }
}

/**
 * Checks that PostgreSQL can be used.
 * @returns a problem, also for a schema that is too new for this release, and in production for demo accounts with the published password
 */
export async function databaseProblem(
  databaseUrl: string,
  { env, passwordCost }: Pick<Config, 'env' | 'passwordCost'>,
): Promise<Problem | undefined> {
  try {
    return await readOnly(databaseUrl, async (client) => {
      const newer = checkNewerSchema((await readSchemaState(client)).newer);
      if (newer?.isIncompatible) return { sentence: newer.message, away: false };
      const open = env === 'production' ? await openDemoAccounts(client, createPasswordHasher(passwordCost)) : [];
      return open.length === 0 ? undefined : { sentence: demoProblem(open), away: false };
    });
  } catch (error) {
    return {
      sentence: describeUnusableDatabase('DATABASE_URL', error),
      away: isDatabaseUnavailable(error) || isUnreachable(error),
    };
  }
}

const demoProblem = (addresses: string[]) =>
  `NODE_ENV is production, and the database in DATABASE_URL holds demo accounts whose password everybody knows (${addresses.join(', ')}): name another database, or delete these accounts or change their passwords first.`;

/**
 * Creates a check for another server without Redis. The lease of a killed server expires, so the start waits (`away`). A lease that is
 * renewed between two calls belongs to a running server: then waiting is pointless.
 */
export function otherServerCheck(databaseUrl: string): () => Promise<Problem | undefined> {
  let first: string | undefined;
  return async () => {
    // databaseProblem reports a database that cannot be read.
    const lease = await readOnly(databaseUrl, readServerLease).catch(() => undefined);
    if (lease === undefined) return undefined;
    first ??= lease.renewedAt;
    return { sentence: otherServerMessage(lease.process), away: lease.renewedAt === first };
  };
}

/** It is there, and loads what it knows, or waits for others of its kind. */
const isBusy = ({ message }: Error) => /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/.test(message);

/** Asks Redis for a PING. @returns what is wrong */
export async function redisProblem(url: string): Promise<Problem | undefined> {
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // A listener is required; the command reports the lost connection.
  let cause: unknown;
  redis.on('error', (error: unknown) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    // The client ignores a missing database and uses the first one.
    if (redis.options.db) await redis.select(redis.options.db);
    await redis.ping();
    return undefined;
  } catch (error) {
    const reason = cause ?? error;
    return {
      sentence: `The Redis in REDIS_URL cannot be used (${getErrorMessage(reason)}): check the address and that Redis runs.`,
      away: isUnreachable(reason) || (reason instanceof Error && isBusy(reason)),
    };
  } finally {
    redis.disconnect();
  }
}
