import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Problem } from '@solvent/object-store';
import { Redis } from 'ioredis';
import pg from 'pg';
import * as yup from 'yup';
import { requireWritable } from '@solvent/setup/folders';
import { requireFreePort } from '@solvent/setup/ports';
import { StartError } from '@solvent/setup/start-error';
import { createPasswordHasher } from '../features/accounts/index.ts';
import type { Config } from '../platform/config/config.ts';
import { checkNewerSchema, hasTable, readSchemaState } from '../platform/db/schema-state.ts';
import { otherServerMessage, readServerLease } from '../platform/db/server-lease.ts';
import { describeUnusableDatabase } from '../platform/db/connect.ts';
import { isDatabaseUnavailable } from '../platform/errors/database-unavailable.ts';
import { errorCode, getErrorMessage, isUnreachable } from '../platform/errors/error-code.ts';
import { createFiles } from '../platform/objects/files.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { findDemoAccounts } from './demo-accounts.ts';

/** Limits for one response, and for several requests to a store. */
export const TIMEOUT_MS = 8000;
export const STORE_TIMEOUT_MS = 15_000;

export type ProbeResult = Problem | undefined;

async function catchStartError(check: () => Promise<void> | void): Promise<ProbeResult> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { sentence: error.message, away: false };
  }
}

export const dataFolderProblem = ({ dataDir }: Config) => catchStartError(() => requireWritable(dataDir));
export const portProblem = ({ port, host }: Config) => catchStartError(() => requireFreePort(port, host, 'PORT'));

export async function readOnly<Result>(databaseUrl: string, read: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
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

/** Also refuses a schema that is too new for this release and, in production, demo accounts with the published password. */
export async function databaseProblem(databaseUrl: string, { env, passwordCost }: Config): Promise<ProbeResult> {
  try {
    return await readOnly(databaseUrl, async (client) => {
      const newer = checkNewerSchema((await readSchemaState(client)).newer);
      if (newer?.isIncompatible) return { sentence: newer.message, away: false };
      const open = env === 'production' ? await findDemoAccounts(client, createPasswordHasher(passwordCost)) : [];
      if (open.length === 0) return undefined;
      const sentence = `NODE_ENV is production, and the database in DATABASE_URL has demo accounts with their published password (${open.join(', ')}): name another database, or delete these accounts or change their passwords first.`;
      return { sentence, away: false };
    });
  } catch (error) {
    const away = isDatabaseUnavailable(error) || isUnreachable(error);
    return { sentence: describeUnusableDatabase('DATABASE_URL', error), away };
  }
}

/** Checks for another server without Redis. A killed server's lease expires (`away`); one renewed between two calls is in use. */
export function otherServerCheck(databaseUrl: string): () => Promise<ProbeResult> {
  let first: string | undefined;
  return async () => {
    // databaseProblem reports a database that cannot be read.
    const lease = await readOnly(databaseUrl, readServerLease).catch(() => undefined);
    if (lease === undefined) return undefined;
    first ??= lease.renewedAt;
    return { sentence: otherServerMessage(lease.process), away: lease.renewedAt === first };
  };
}

/** Connects once, without retries. @throws the reason of a lost connection rather than the command's error */
export async function withRedis<Result>(url: string, run: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: unknown;
  redis.on('error', (error: unknown) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    // The client ignores a missing database and uses the first one.
    if (redis.options.db) await redis.select(redis.options.db);
    return await run(redis);
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

const isLoadingOrWaiting = (error: unknown) => /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/.test(getErrorMessage(error));

export async function redisProblem(url: string): Promise<ProbeResult> {
  try {
    await withRedis(url, (redis) => redis.ping());
    return undefined;
  } catch (error) {
    const sentence = `The Redis in REDIS_URL cannot be used (${getErrorMessage(error)}): check the address and that Redis runs.`;
    return { sentence, away: isUnreachable(error) || isLoadingOrWaiting(error) };
  }
}

const keyFile = yup.object({
  type: yup.string().oneOf(['service_account']).required(),
  project_id: yup.string().required(),
  client_email: yup.string().required(),
  private_key: yup.string().required(),
});

/** Returns undefined for an invalid key file. Errors are dropped, since they quote the file's contents. */
function parseProject(text: string): string | undefined {
  try {
    const key = keyFile.validateSync(JSON.parse(text), { strict: true });
    createPrivateKey(key.private_key);
    return key.project_id;
  } catch {
    return undefined;
  }
}

export function credentialsProblem({ projectId, credentialsFile, emulatorHost }: Config['identity']): ProbeResult {
  if (credentialsFile === undefined || emulatorHost !== undefined) return undefined;
  const toProblem = (reason: string): Problem => ({
    sentence: `GOOGLE_APPLICATION_CREDENTIALS names ${credentialsFile}, which ${reason}.`,
    away: false,
  });
  try {
    const project = parseProject(readFileSync(credentialsFile, 'utf8'));
    if (project === projectId) return undefined;
    return toProblem(
      project === undefined
        ? 'is no key file of a service account: create one in Firebase (Project settings, Service accounts)'
        : `is a key of the project ${project}, but FIREBASE_PROJECT_ID is ${projectId}: use a key of that project, or correct FIREBASE_PROJECT_ID`,
    );
  } catch (error) {
    return toProblem(`cannot be read (${errorCode(error)}): correct the path, or give this user the right to read it`);
  }
}

/** One of the newest files may be lost or just deleted. A store that has none of them is another folder or bucket. */
const NEWEST_FILES = 'SELECT storage_key AS key FROM files ORDER BY id DESC LIMIT 5';

async function hasNewestFiles(databaseUrl: string, config: Config): Promise<boolean> {
  const keys = await readOnly(databaseUrl, async (client) => {
    if (!(await hasTable(client, 'public.files'))) return [];
    return (await client.query<{ key: string }>(NEWEST_FILES)).rows.map(({ key }) => key);
  });
  const store = createFiles(config);
  const found = await Promise.all(keys.map((key) => store.exists(key)));
  return keys.length === 0 || found.includes(true);
}

/** Ignores an unreadable database or store, which other probes report. */
export async function missingFilesProblem(config: Config): Promise<string | undefined> {
  const { databaseUrl, bucket, dataDir } = config;
  if (databaseUrl === undefined) return undefined;
  const check = withTimeout(STORE_TIMEOUT_MS, 'The store', hasNewestFiles(databaseUrl, config));
  if (await check.catch(() => true)) return undefined;
  return bucket === undefined
    ? `The database names files that are not in ${dataDir}: is DATA_DIR another folder than before, or is its disk not mounted?`
    : `The database names files that are not in the bucket ${bucket.bucket}: does FILES_URL name another bucket than before?`;
}

export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** Condition and, if that is not good, what to do. */
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warn = (sentence: string): Finding => ({ state: 'warn', sentence });
export const fail = (sentence: string): Finding => ({ state: 'fail', sentence });

/** Normal on a developer's machine, and probably a mistake in production. */
export const warnInProduction = (env: string, sentence: string): Finding => (env === 'production' ? warn : ok)(sentence);
