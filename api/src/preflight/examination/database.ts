import type pg from 'pg';
import { coerce, lt } from 'semver';
import type { Config } from '../../platform/config/config.ts';
import { clockOffset, describeOffset } from '../../platform/db/clock.ts';
import { checkNewerSchema, readSchemaState } from '../../platform/db/schema-state.ts';
import type { SchemaState } from '../../platform/db/schema-state.ts';
import { MAX_LAG_MS } from '../../platform/db/standby.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import {
  databaseProblem,
  dataFolderProblem,
  fail,
  ok,
  readOnly,
  redisProblem,
  warn,
  warnInProduction,
  withRedis,
} from '../probes.ts';
import type { Finding } from '../probes.ts';

/** The oldest version that the product is tested with. */
const OLDEST_POSTGRES = 15;
/** Extensions that the migrations create. */
const EXTENSIONS = ['pg_trgm'];
/** Job schedules and the expiry of links depend on both clocks. */
const MAX_CLOCK_OFFSET_MS = 5000;
/** As the alert SolventBackupOld. */
const BACKUP_MAX_AGE_MS = 26 * HOUR_MS;
/** The first version with all commands that servers send. */
const OLDEST_REDIS = '6.2';

const MAX_LAG_SECONDS = MAX_LAG_MS / 1000;

interface Facts {
  version: string;
  major: number;
  connections: number;
  may_create: boolean;
  extensions: string[];
  now: Date;
  is_standby: boolean;
}

const FACTS = `
  SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int / 10000 AS major,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
    has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS may_create,
    ARRAY(SELECT name::text FROM pg_available_extensions WHERE name = ANY($1)) AS extensions,
    pg_is_in_recovery() AS is_standby,
    clock_timestamp() AS now`;

function checkVersion({ version, major, is_standby: isStandby }: Facts): Finding {
  if (isStandby) return fail('DATABASE_URL names a standby, which is read-only: name the primary.');
  if (major >= OLDEST_POSTGRES) return ok(`PostgreSQL ${version} answers.`);
  return fail(`PostgreSQL ${version} is older than ${OLDEST_POSTGRES}: update it.`);
}

function checkMigrations({ pending, newer }: SchemaState, facts: Facts): Finding {
  // databaseProblem reports an incompatible schema.
  const newerSchema = checkNewerSchema(newer);
  if (newerSchema !== undefined) return warn(newerSchema.message);
  if (pending.length === 0) return ok('The database has all of them.');
  const missing = EXTENSIONS.filter((name) => !facts.extensions.includes(name));
  if (missing.length > 0) return fail(`PostgreSQL lacks ${missing.join(', ')}: install its package of extensions (contrib).`);
  if (!facts.may_create)
    return fail(
      `${pending.length} are pending, and the user of DATABASE_URL may not create tables: GRANT CREATE on the database and on its schema public, or make the user the owner of the database.`,
    );
  return warn(
    `${pending.length} are pending (${pending.join(', ')}): run "pnpm solvent migrate", or start a server, which does.`,
  );
}

/** Skipped while migrations are pending: an older schema may have no record of backups. */
async function checkBackups(client: pg.Client, { pending }: SchemaState, env: string): Promise<Finding | undefined> {
  if (pending.length > 0) return undefined;
  const { rows } = await client.query<{ at: Date | null }>('SELECT last_backup_at AS at FROM deployment');
  const at = rows[0]?.at;
  if (!at) return warnInProduction(env, 'The database has no record of a backup: run "pnpm backup", and then each night.');
  const last = `The last good one is of ${at.toISOString()}`;
  if (Date.now() - at.getTime() <= BACKUP_MAX_AGE_MS) return ok(`${last}.`);
  return warnInProduction(env, `${last}, more than 26 hours ago: see why the timer made none since, and run "pnpm backup".`);
}

function checkConnections({ connections }: Facts, size: number): Finding {
  const servers = Math.floor(connections / size);
  const limits = `PostgreSQL has ${connections} connections for all, and DATABASE_POOL_SIZE is ${size}`;
  if (servers === 0) return fail(`${limits}, more than there are: lower it, or raise max_connections.`);
  if (servers > 1) return ok(`${limits}: ${servers} servers fit.`);
  return warn(`${limits}, so one server fits: lower it, or raise max_connections, before a second one starts.`);
}

function checkClock(offsetMs: number): Finding {
  if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) return ok('It agrees with that of the database.');
  return warn(`It is ${describeOffset(offsetMs)} that of the database: set both by NTP.`);
}

async function examineServer(client: pg.Client, { databasePoolSize, env }: Config) {
  const requestedAt = Date.now();
  const { rows } = await client.query<Facts>(FACTS, [EXTENSIONS]);
  const respondedAt = Date.now();
  const state = await readSchemaState(client);
  const [facts] = rows;
  if (facts === undefined) throw new Error('no answer');
  return {
    database: checkVersion(facts),
    migrations: checkMigrations(state, facts),
    connections: checkConnections(facts, databasePoolSize),
    clock: checkClock(clockOffset(requestedAt, facts.now.getTime(), respondedAt)),
    backups: await checkBackups(client, state, env),
  };
}

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

const readReplicaState = (url: string) =>
  readOnly(url, async (client) => (await client.query<ReplicaState>(REPLICA_STATE)).rows[0]);

/** @param databaseUrl PostgreSQL without a pooler */
export async function examineReplica(databaseUrl: string, readUrl: string): Promise<Finding> {
  try {
    const replica = await readReplicaState(readUrl);
    if (!replica?.isReplica)
      return warn('DATABASE_READ_URL names no replica, but a primary database: name the standby, or remove the setting.');
    const primary = await readReplicaState(databaseUrl);
    if (replica.cluster !== primary?.cluster || replica.name !== primary.name)
      return warn('DATABASE_READ_URL names a replica of another database than DATABASE_URL: correct one of them.');
    const lag = replica.lagSeconds ?? 0;
    if (lag <= MAX_LAG_SECONDS) return ok(`The replica in DATABASE_READ_URL follows, ${lag.toFixed(1)} s behind.`);
    return warn(
      `The replica in DATABASE_READ_URL is ${lag.toFixed(0)} s behind: it is not used until it is ${MAX_LAG_SECONDS} s or less. See pg_stat_replication.`,
    );
  } catch (error) {
    return warn(
      `The replica in DATABASE_READ_URL does not answer (${getErrorMessage(error)}): lists are read from the database itself. Check the address and that it runs.`,
    );
  }
}

export async function examineDatabase(config: Config): Promise<Record<string, Finding | undefined>> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, dataDir, env } = config;
  const problem = await (databaseUrl === undefined ? dataFolderProblem(config) : databaseProblem(databaseUrl, config));
  if (problem !== undefined) return { database: fail(problem.sentence) };
  if (databaseUrl === undefined)
    return { database: warnInProduction(env, `The embedded one in ${dataDir}, for one server: set DATABASE_URL for more.`) };
  // Bypasses a pooler, which has other limits.
  const directUrl = databaseDirectUrl ?? databaseUrl;
  const server = await readOnly(directUrl, (client) => examineServer(client, config)).catch((error: unknown) => ({
    database: fail(`The database in DATABASE_URL cannot be read (${getErrorMessage(error)}): check what its user may do.`),
  }));
  return { ...server, replica: databaseReadUrl === undefined ? undefined : await examineReplica(directUrl, databaseReadUrl) };
}

function checkRedisInfo(info: string): Finding {
  const find = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = find('redis_version');
  if (lt(coerce(version) ?? '0.0.0', `${OLDEST_REDIS}.0`))
    return fail(`Redis ${version} is older than ${OLDEST_REDIS}: update it.`);
  const policy = find('maxmemory_policy');
  if (Number(find('maxmemory')) === 0 || !policy.startsWith('allkeys')) return ok(`Redis ${version} answers.`);
  return warn(
    `Redis ${version} may evict data that servers need (maxmemory-policy ${policy}): set it to noeviction or volatile-ttl.`,
  );
}

export async function examineRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return ok('None, for one server: set REDIS_URL before a second one starts.');
  const problem = await redisProblem(redisUrl);
  if (problem !== undefined) return fail(problem.sentence);
  try {
    return checkRedisInfo(await withRedis(redisUrl, (redis) => redis.info()));
  } catch (error) {
    return warn(`Redis answers, but INFO fails (${getErrorMessage(error)}): let the user of REDIS_URL run it.`);
  }
}
