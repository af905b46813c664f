import pg from 'pg';
import { requireWritable } from '../../../../scripts/setup/settings.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import type { Config } from '../../platform/config/config.ts';
import { clockOffset, describeOffset } from '../../platform/db/clock.ts';
import { checkStandby } from '../../platform/db/standby/check-standby.ts';
import { checkNewerSchema, readSchemaState } from '../../platform/db/schema-state.ts';
import type { SchemaState } from '../../platform/db/schema-state.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import { databaseProblem } from '../reach.ts';
import { fail, failed, ok, warn, warnInProduction } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT = 8000;
/** Versions that the product is tested with. */
const OLDEST_VERSION = 15;
/** Extensions that the migrations create. */
const EXTENSIONS = ['pg_trgm'];
/** Clocks may be so far apart (ms): what waits for a moment, and when links run out, goes by them. */
const CLOCKS_APART = 5000;

interface Facts {
  version: string;
  major: number;
  connections: number;
  may_create: boolean;
  may_write: boolean;
  extensions: string[];
  now: Date;
  is_standby: boolean;
}

const FACTS = `
  SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int / 10000 AS major,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    has_schema_privilege('public', 'CREATE') AS may_write,
    ARRAY(SELECT name::text FROM pg_available_extensions WHERE name = ANY($1)) AS extensions,
    pg_is_in_recovery() AS is_standby,
    clock_timestamp() AS now`;

function ofVersion({ version, major, is_standby: isStandby }: Facts): Finding {
  if (isStandby) return fail('database', 'DATABASE_URL names a standby, which nobody can write to: name the primary.');
  if (major >= OLDEST_VERSION) return ok('database', `PostgreSQL ${version} answers.`);
  return fail('database', `PostgreSQL ${version} is older than ${OLDEST_VERSION}: update it.`);
}

function ofMigrations(
  { pending, newer }: SchemaState,
  { may_create: mayCreate, may_write: mayWrite, extensions }: Facts,
): Finding {
  // A schema that is refused is a problem of the database: `databaseProblem` reports it before.
  const judged = checkNewerSchema(newer);
  if (judged !== undefined) return warn('migrations', judged.message);
  if (pending.length === 0) return ok('migrations', 'The database has all of them.');
  const lacks = EXTENSIONS.filter((name) => !extensions.includes(name));
  if (lacks.length > 0)
    return fail('migrations', `PostgreSQL does not know ${lacks.join(', ')}: install its package of extensions (contrib).`);
  if (!mayCreate || !mayWrite)
    return fail(
      'migrations',
      `${pending.length} are pending, and the user of DATABASE_URL may not make tables: GRANT CREATE on the database and on its schema public, or make the user the owner of the database.`,
    );
  return warn(
    'migrations',
    `${pending.length} are pending (${pending.join(', ')}): run "pnpm solvent migrate", or let the next server that starts apply them.`,
  );
}

/** As the alert SolventBackupOld. */
const BACKUP_MAX_AGE = 26 * HOUR_MS;

/** Absent while migrations are pending: an older schema may have no record of backups. */
async function ofBackups(client: pg.Client, { pending }: SchemaState, env: string): Promise<Finding[]> {
  if (pending.length > 0) return [];
  const { rows } = await client.query<{ at: Date | null }>('SELECT last_backup_at AS at FROM deployment');
  const at = rows[0]?.at;
  if (!at)
    return [warnInProduction(env, 'backups', 'The database has no record of a backup: run "pnpm backup", and then each night.')];
  const when = `The last good one is of ${at.toISOString()}`;
  if (Date.now() - at.getTime() <= BACKUP_MAX_AGE) return [ok('backups', `${when}.`)];
  return [
    warnInProduction(
      env,
      'backups',
      `${when}, more than 26 hours ago: see why the timer made none since, and run "pnpm backup".`,
    ),
  ];
}

function ofConnections({ connections }: Facts, size: number): Finding {
  const servers = Math.floor(connections / size);
  const fits = `PostgreSQL has ${connections} connections for all, and DATABASE_POOL_SIZE is ${size}`;
  if (servers === 0) return fail('connections', `${fits}, more than there are: lower it, or raise max_connections.`);
  if (servers === 1)
    return warn(
      'connections',
      `${fits}, so that one server fits: lower it, or raise max_connections, before a second one starts.`,
    );
  return ok('connections', `${fits}: ${servers} servers fit.`);
}

function ofClock({ now }: Facts, requestedAt: number, answered: number): Finding {
  const offset = clockOffset(requestedAt, now.getTime(), answered);
  if (Math.abs(offset) <= CLOCKS_APART) return ok('clock', 'It agrees with that of the database.');
  return warn('clock', `It is ${describeOffset(offset)} that of the database: let both take their time from NTP.`);
}

async function examineServer(databaseUrl: string, { databasePoolSize: size, env }: Config): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
  // the next query reports a lost connection
  client.on('error', () => undefined);
  try {
    await client.connect();
    const requestedAt = Date.now();
    const { rows } = await client.query<Facts>(FACTS, [EXTENSIONS]);
    const answered = Date.now();
    const state = await readSchemaState(client);
    const [facts] = rows;
    if (facts === undefined) throw new Error('no answer');
    return [
      ofVersion(facts),
      ofMigrations(state, facts),
      ofConnections(facts, size),
      ofClock(facts, requestedAt, answered),
      ...(await ofBackups(client, state, env)),
    ];
  } catch (error) {
    return [
      fail(
        'database',
        `The database in DATABASE_URL cannot be requestedAt (${getErrorMessage(error)}): see what its user may do.`,
      ),
    ];
  } finally {
    void client.end().catch(() => undefined);
  }
}

function ofFolder({ dataDir, env }: Config): Finding {
  try {
    requireWritable(dataDir);
    return warnInProduction(env, 'database', `The embedded one in ${dataDir}, for one server: set DATABASE_URL for more.`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fail('database', error.message);
  }
}

/** Of the replica for lists, where there is one: without it the database itself answers. */
async function ofReplica(databaseUrl: string, { databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return [];
  const { ok: isUsed, message } = await checkStandby(databaseUrl, databaseReadUrl);
  return [isUsed ? ok('replica', message) : warn('replica', message)];
}

/** Whether the database answers, is whole, has room for servers, and knows what time it is. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === undefined) return [ofFolder(config)];
  const problem = await databaseProblem(databaseUrl, config);
  if (problem !== undefined) return [failed('database', problem)];
  // Past a pooler: it has limits of its own, and answers for itself.
  const directUrl = databaseDirectUrl ?? databaseUrl;
  return [...(await examineServer(directUrl, config)), ...(await ofReplica(directUrl, config))];
}
