import pg from 'pg';
import type { Problem } from '@solvent/object-store';
import { createPasswordHasher } from '../features/accounts/index.ts';
import type { Config } from '../platform/config/config.ts';
import { clockOffset, describeOffset } from '../platform/db/clock.ts';
import { describeUnusableDatabase } from '../platform/db/connect.ts';
import { checkNewerSchema, hasTable, readSchemaState } from '../platform/db/schema-state.ts';
import { otherServerMessage, readServerLease } from '../platform/db/server-lease.ts';
import { MAX_LAG_MS } from '../platform/db/standby.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { isDatabaseUnavailable } from '../platform/errors/database-unavailable.ts';
import { getErrorMessage, isUnreachable } from '../platform/errors/error-code.ts';
import { createFiles } from '../platform/objects/files.ts';
import { findDemoAccounts } from './demo-accounts.ts';
import { fail, ok, TIMEOUT_MS, warn, warnInProduction } from './finding.ts';
import type { Check, Finding } from './finding.ts';

/** The oldest version that the product is tested with. */
const OLDEST_POSTGRES = 15;
/** Job schedules and the expiry of links depend on both clocks. */
const MAX_CLOCK_OFFSET_MS = 5000;
/** Same as in the alert SolventBackupOld. */
const BACKUP_MAX_AGE_MS = 26 * HOUR_MS;
const MAX_LAG_SECONDS = MAX_LAG_MS / 1000;

async function readOnly<Result>(databaseUrl: string, read: (client: pg.Client) => Promise<Result>): Promise<Result> {
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

/**
 * Returns a problem if the database is unreachable, its schema is too new for this release, or, in production, it has demo accounts
 * with the published password.
 */
export async function databaseProblem(databaseUrl: string, { env, passwordCost }: Config): Promise<Problem | undefined> {
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

/** Bypasses a pooler, which has other limits. */
const onDatabase =
  (check: (client: pg.Client, config: Config) => Promise<Finding | undefined>): Check =>
  async (config) => {
    const url = config.databaseDirectUrl ?? config.databaseUrl;
    return url === undefined ? undefined : readOnly(url, (client) => check(client, config));
  };

async function readRow<Row extends object>(client: pg.Client, query: string): Promise<Row> {
  const [row] = (await client.query<Row>(query)).rows;
  if (row === undefined) throw new Error('no answer');
  return row;
}

const checkVersion = onDatabase(async (client) => {
  const { version, major, isStandby } = await readRow<{ version: string; major: number; isStandby: boolean }>(
    client,
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
       pg_is_in_recovery() AS "isStandby"`,
  );
  if (isStandby) return fail('DATABASE_URL names a standby, which is read-only: name the primary.');
  if (major >= OLDEST_POSTGRES) return ok(`PostgreSQL ${version} answers.`);
  return fail(`PostgreSQL ${version} is older than ${OLDEST_POSTGRES}: update it.`);
});

/** Selects the privileges that migrations need. */
const RIGHTS = `
  SELECT has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "hasTrigrams"`;

const checkMigrations = onDatabase(async (client) => {
  const { pending, newer } = await readSchemaState(client);
  const newerSchema = checkNewerSchema(newer);
  if (newerSchema !== undefined) return warn(newerSchema.message);
  if (pending.length === 0) return ok('The database has all of them.');
  const { mayCreate, hasTrigrams } = await readRow<{ mayCreate: boolean; hasTrigrams: boolean }>(client, RIGHTS);
  if (!hasTrigrams) return fail('PostgreSQL lacks pg_trgm: install its package of extensions (contrib).');
  if (!mayCreate)
    return fail(
      `${pending.length} are pending, and the user of DATABASE_URL may not create tables: GRANT CREATE on the database and on its schema public, or make the user the owner of the database.`,
    );
  return warn(
    `${pending.length} are pending (${pending.join(', ')}): run "pnpm solvent migrate", or start a server, which does.`,
  );
});

const checkConnections = onDatabase(async (client, { databasePoolSize }) => {
  const { connections } = await readRow<{ connections: number }>(
    client,
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections`,
  );
  const servers = Math.floor(connections / databasePoolSize);
  const sentence = `PostgreSQL has ${connections} connections for all, and DATABASE_POOL_SIZE is ${databasePoolSize}: ${servers} servers fit.`;
  if (servers > 1) return ok(sentence);
  return (servers === 0 ? fail : warn)(`${sentence} Lower it, or raise max_connections.`);
});

const checkClock = onDatabase(async (client) => {
  const requestedAt = Date.now();
  const { now } = await readRow<{ now: Date }>(client, 'SELECT clock_timestamp() AS now');
  const offsetMs = clockOffset(requestedAt, now.getTime(), Date.now());
  if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) return ok('It agrees with that of the database.');
  return warn(`It is ${describeOffset(offsetMs)} that of the database: set both by NTP.`);
});

const checkBackups = onDatabase(async (client, { env }) => {
  // An older schema has no record of backups.
  if (!(await hasTable(client, 'public.deployment'))) return undefined;
  const { at } = await readRow<{ at: Date | null }>(client, 'SELECT last_backup_at AS at FROM deployment');
  if (at === null)
    return warnInProduction(env, 'The database has no record of a backup: run "pnpm backup", and then each night.');
  const last = `The last good one is of ${at.toISOString()}`;
  if (Date.now() - at.getTime() <= BACKUP_MAX_AGE_MS) return ok(`${last}.`);
  return warnInProduction(env, `${last}, more than 26 hours ago: see why the timer made none since, and run "pnpm backup".`);
});

interface ReplicaState {
  isReplica: boolean;
  cluster: string;
  name: string;
  lagSeconds: number | null;
}

const REPLICA_STATE = `
  SELECT pg_is_in_recovery() AS "isReplica", system_identifier::text AS cluster, current_database() AS name,
    CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
      ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS "lagSeconds"
  FROM pg_control_system()`;

const readReplicaState = (url: string) => readOnly(url, (client) => readRow<ReplicaState>(client, REPLICA_STATE));

export const checkReplica: Check = async ({ databaseUrl, databaseDirectUrl = databaseUrl, databaseReadUrl }) => {
  if (databaseDirectUrl === undefined || databaseReadUrl === undefined) return undefined;
  try {
    const [primary, replica] = await Promise.all([databaseDirectUrl, databaseReadUrl].map(readReplicaState));
    if (!replica?.isReplica || replica.cluster !== primary?.cluster || replica.name !== primary.name)
      return warn('DATABASE_READ_URL names no replica of the database in DATABASE_URL: correct it, or remove the setting.');
    const lag = replica.lagSeconds ?? 0;
    if (lag <= MAX_LAG_SECONDS) return ok(`The replica in DATABASE_READ_URL follows, ${lag.toFixed(1)} s behind.`);
    return warn(
      `The replica in DATABASE_READ_URL is ${lag.toFixed(0)} s behind, and unused above ${MAX_LAG_SECONDS} s: see pg_stat_replication.`,
    );
  } catch (error) {
    return warn(
      `The replica in DATABASE_READ_URL does not answer (${getErrorMessage(error)}): lists are read from the database itself. Check the address and that it runs.`,
    );
  }
};

/** One of the newest files may be lost or just deleted. A store that has none of them is another folder or bucket. */
const NEWEST_FILES = 'SELECT storage_key AS key FROM files ORDER BY id DESC LIMIT 5';

const checkStoredFiles = onDatabase(async (client, config) => {
  if (!(await hasTable(client, 'public.files'))) return undefined;
  const { rows } = await client.query<{ key: string }>(NEWEST_FILES);
  const store = createFiles(config);
  const found = await Promise.all(rows.map(({ key }) => store.exists(key)));
  if (found.length === 0 || found.includes(true)) return undefined;
  const { bucket, dataDir } = config;
  return fail(
    bucket === undefined
      ? `The database names files that are not in ${dataDir}: is DATA_DIR another folder than before, or is its disk not mounted?`
      : `The database names files that are not in the bucket ${bucket.bucket}: does FILES_URL name another bucket than before?`,
  );
});

/** In the order of the report. */
export const DATABASE_CHECKS = {
  database: checkVersion,
  migrations: checkMigrations,
  connections: checkConnections,
  clock: checkClock,
  backups: checkBackups,
  replica: checkReplica,
  objects: checkStoredFiles,
};
