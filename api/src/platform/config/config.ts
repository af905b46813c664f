import { isAbsolute, resolve } from 'node:path';
import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import type { RuntimeConfig } from '@solvent/contracts';
import { bucketAddress } from '@solvent/object-store';
import type { BucketAddress } from '@solvent/object-store';
import { defaultChannel, DeliveryError, releasePlace } from '@solvent/releases';
import * as yup from 'yup';
import { networkProblem } from '../../../../scripts/setup/own-machine.mjs';
import { ROOT } from '../../../../scripts/setup/root.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { misspelledSettings } from './misspelled.ts';
import { readProduct } from './product.ts';
import { StartupError } from './startup-error.ts';
import { splitList, variables } from './variables.ts';
import type { Variables } from './variables.ts';

/** The server's settings, parsed once. Paths are absolute. */
export interface Config {
  env: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** Whether this process takes requests, does jobs, or both. */
  role: Variables['ROLE'];
  dataDir: string;
  /** The release store, as delivery opens it: a folder, or the address of a bucket. */
  releases: string;
  channel: string;
  seed: 'demo' | 'none';
  /** Demo data has so many problems at least. */
  demoProblems: number;
  /** PostgreSQL's address; absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** Past the pooler, for what needs a session: migrations and the like. */
  databaseDirectUrl: string | undefined;
  /** A replica that lists and searches are read from; absent: there is none. */
  databaseReadUrl: string | undefined;
  /** Whether `databaseUrl` leads to a pooler that gives a connection to somebody else after each transaction. */
  databasePooled: boolean;
  /** So many connections to PostgreSQL are open at most; as many to the replica. */
  databasePoolSize: number;
  /** Address of the Redis that replicas share; absent: there is one process. */
  redisUrl: string | undefined;
  /** Where files are kept; absent: in `dataDir`. */
  bucket: BucketAddress | undefined;
  /** Origin that people use, where it differs from the one asked. */
  publicUrl: string | undefined;
  /** Another place that browsers load files of releases from, without `/` at the end; absent: the site's own origin. */
  assetsUrl: string | undefined;
  /** Whom to tell of weaknesses, as a link (`mailto:`, `https:`); absent: nobody is named. */
  securityContact: string | undefined;
  /** So long (s) a server that is to stop says that it is not ready, and serves on. */
  drainSeconds: number;
  /** So long (s) a start waits for what does not answer yet. */
  startWaitSeconds: number;
  /** Where letters to the team go; absent: they are only stored. */
  contactEmail: string | undefined;
  appKey: string;
  /** Proxies whose forwarding headers count. */
  trustProxy: string[];
  identity: {
    projectId: string;
    apiKey: string;
    authDomain: string;
    /** `host:port` of the local Firebase Auth emulator; absent with a real project. */
    emulatorHost: string | undefined;
    /** Credentials with which the server may change the project's records; absent: it only reads tokens. */
    credentialsFile?: string | undefined;
  };
  /** Push messages; absent: off. */
  push: RuntimeConfig['push'];
  /** Analytics; absent: off. */
  analytics: RuntimeConfig['analytics'];
  /** The server that mail goes out by, and whom it is from; absent: nothing is sent. */
  smtp: { url: string; from: string } | undefined;
  /** Mail is kept in a table and shown at `/dev/mail`. */
  localMail: boolean;
  /** How modules are paid for: nothing is sold, or everything is paid at once and no money moves. */
  payments: 'none' | 'test';
  /** Whether `?remote=` does anything, as far as the channel allows it; code of other origins is asked about first. */
  remoteOverrides: 'off' | 'ask';
  /** Whether public pages are made ahead of browsers. */
  serverRendering: boolean;
  /** Whether modules are published once the checks of their archives pass, or wait for the team. */
  moduleReview: 'automatic' | 'manual';
  /** Any of these opens `GET /metrics`. If empty, only the same machine may read it, and in production no one. */
  metricsTokens: string[];
  /** Where traces are sent (OTLP over HTTP), under which name, and of how many of 1 they are kept; absent: none are made. */
  tracing: { endpoint: string; serviceName: string; ratio: number } | undefined;
  /** Every rate limit is multiplied by this. */
  rateLimitFactor: number;
  logLevel: Variables['LOG_LEVEL'];
  /** Cost of hashing a password (argon2id). */
  passwordCost: { memoryKib: number; passes: number };
  /** A sentence for each variable that may be a misspelled setting. */
  misspelled: string[];
}

type Environment = Record<string, string | undefined>;

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const PASSWORD_COST = { memoryKib: 19_456, passes: 2 };

interface Parsed {
  given: Variables;
  problems: string[];
}

/** What is wrong is told, and counts as unset for the rest. */
function parse(env: Environment): Parsed {
  const given = Object.fromEntries(Object.keys(variables.fields).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  try {
    return { given: variables.validateSync(given, { abortEarly: false }), problems: [] };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const wrong = new Set(error.inner.map(({ path }) => path));
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
    const told = error.inner.map(({ path, message }) => `${path ?? ''} ${message}`).join('; ');
    return {
      given: variables.validateSync(rest),
      problems: [`Wrong settings: ${told}. Correct the environment and start again.`],
    };
  }
}

/** What production must be given, because the embedded defaults are for development. */
function missingInProduction(env: Environment): string[] {
  const problems: string[] = [];
  if (!env['DATABASE_URL']) problems.push('DATABASE_URL must name a PostgreSQL database (the embedded one is for development)');
  const hasFolder = !env['FILES_URL'] || !(env['RELEASES_URL'] || env['RELEASES_DIR']);
  // A relative path depends on the working directory, which differs between servers and commands in a checkout.
  if (hasFolder && !isAbsolute(env['DATA_DIR'] ?? ''))
    problems.push('DATA_DIR must name the folder of files and releases by its whole path, such as /var/lib/solvent');
  if (env['RELEASES_DIR'] && !isAbsolute(env['RELEASES_DIR']))
    problems.push('RELEASES_DIR must be a whole path, such as /var/lib/solvent/releases');
  if (env['FIREBASE_AUTH_EMULATOR_HOST'])
    problems.push('FIREBASE_AUTH_EMULATOR_HOST must not be set (the emulator believes anybody)');
  if ((env['FIREBASE_PROJECT_ID'] || 'demo-').startsWith('demo-'))
    problems.push('FIREBASE_PROJECT_ID must name a real Firebase project');
  if (!env['FIREBASE_API_KEY']) problems.push('FIREBASE_API_KEY must be set');
  if (!env['FIREBASE_AUTH_DOMAIN']) problems.push('FIREBASE_AUTH_DOMAIN must be set');
  if (env['CHANNEL'] === DEVELOPMENT_CHANNEL)
    problems.push(`CHANNEL must not be ${DEVELOPMENT_CHANNEL} (its pages take files from dev servers)`);
  if (env['SEED'] === 'demo') problems.push('SEED must be none (the demo accounts have known passwords)');
  return problems.length > 0 ? [`NODE_ENV is production, so ${problems.join('; ')}.`] : [];
}

/** What settings say that cannot be so together. */
function contradictions(given: Variables): string[] {
  return [checkDatabases, releasesOf, pushOf, analyticsOf, roleOf, smtpOf].flatMap((read) => {
    try {
      read(given);
      return [];
    } catch (error) {
      if (!(error instanceof StartError || error instanceof DeliveryError)) throw error;
      return [error.message];
    }
  });
}

function emulatorHost(given: Variables): string | undefined {
  if (given.NODE_ENV === 'production') return undefined;
  if (given.FIREBASE_AUTH_EMULATOR_HOST !== undefined) return given.FIREBASE_AUTH_EMULATOR_HOST;
  return given.FIREBASE_PROJECT_ID.startsWith('demo-') ? `127.0.0.1:${given.IDENTITY_PORT}` : undefined;
}

/** What of databases goes with what else is set. */
function checkDatabases(given: Variables): void {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl, DATABASE_DIRECT_URL: directUrl, DATABASE_POOLER: pooler } = given;
  if (url === undefined && (readUrl ?? directUrl) !== undefined)
    throw new StartupError('DATABASE_READ_URL and DATABASE_DIRECT_URL go with DATABASE_URL: set that, too, or leave them out.');
  if (pooler === 'transaction' && (url === undefined || directUrl === undefined))
    throw new StartupError(
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of PostgreSQL itself, for migrations: set both.',
    );
}

const releasesOf = (given: Variables): string => releasePlace(given, ROOT);

/** All three or none: with a part of them nothing could be delivered. Nor without credentials to send with: then it is off. */
function pushOf(given: Variables): RuntimeConfig['push'] {
  const { FIREBASE_APP_ID: appId, FIREBASE_MESSAGING_SENDER_ID: messagingSenderId, FIREBASE_VAPID_KEY: vapidKey } = given;
  if (messagingSenderId === undefined && vapidKey === undefined) return undefined;
  if (appId === undefined || messagingSenderId === undefined || vapidKey === undefined)
    throw new StartupError(
      'Push messages need FIREBASE_APP_ID, FIREBASE_MESSAGING_SENDER_ID and FIREBASE_VAPID_KEY: set all three, or neither of the last two.',
    );
  return given.GOOGLE_APPLICATION_CREDENTIALS === undefined ? undefined : { appId, messagingSenderId, vapidKey };
}

/** One of several processes shares the database with the others, and what is done for pages is told to those who have them. */
function roleOf({ ROLE: role, DATABASE_URL: database, REDIS_URL: redis }: Variables): Variables['ROLE'] {
  if (role !== 'both' && database === undefined)
    throw new StartupError(`ROLE is ${role}, so DATABASE_URL must be set: one process has the embedded database, and does both.`);
  if (role === 'worker' && redis === undefined)
    throw new StartupError(
      'ROLE is worker, so REDIS_URL must be set: what it does reaches the pages of other servers over Redis.',
    );
  return role;
}

function smtpOf({ SMTP_URL: url, MAIL_FROM: from }: Variables): Config['smtp'] {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new StartupError('SMTP_URL needs MAIL_FROM, whom mail is from: set it, such as Solvent <no-reply@solvent.example>.');
  return { url, from };
}

function analyticsOf({ FIREBASE_APP_ID: appId, FIREBASE_MEASUREMENT_ID: measurementId }: Variables): RuntimeConfig['analytics'] {
  if (measurementId === undefined) return undefined;
  if (appId === undefined)
    throw new StartupError('Analytics need FIREBASE_APP_ID: set it, or leave FIREBASE_MEASUREMENT_ID out.');
  return { appId, measurementId };
}

const tracingOf = (given: Variables): Config['tracing'] =>
  given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: given.OTEL_SERVICE_NAME,
        ratio: given.OTEL_TRACES_SAMPLER_ARG,
      };

/**
 * Reads the settings from environment variables; `.env.example` describes each. Relative paths begin at the workspace's folder,
 * wherever the program is started.
 * @param isImage whether the program is in an image
 * @throws StartupError naming every variable that is wrong, in a line for each kind of fault.
 */
export function readConfig(env: Environment, isImage = readProduct().revision !== 'checkout'): Config {
  // An image started by hand has not read its settings: as a development server it would answer publicly.
  if (isImage && !env.NODE_ENV)
    throw new StartupError(
      'NODE_ENV is not set: set NODE_ENV=production. On a machine with systemd the settings are in /etc/solvent/env, and "systemctl start solvent" reads them.',
    );
  const { given, problems } = parse(env);
  const production = given.NODE_ENV === 'production';
  if (production) problems.push(...missingInProduction(env));
  const reachable = networkProblem(env);
  if (reachable !== undefined) problems.push(reachable);
  if (problems.length === 0) problems.push(...contradictions(given));
  const misspelled = misspelledSettings(env);
  if (problems.length > 0) throw new StartupError([...problems, ...misspelled].join('\n'));
  const dataDir = resolve(ROOT, given.DATA_DIR);
  return {
    env: given.NODE_ENV,
    host: given.HOST,
    port: given.PORT,
    role: roleOf(given),
    dataDir,
    releases: releasesOf(given),
    channel: defaultChannel(given),
    seed: production ? 'none' : given.SEED,
    demoProblems: given.DEMO_PROBLEMS,
    databaseUrl: given.DATABASE_URL,
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL,
    databaseReadUrl: given.DATABASE_READ_URL,
    databasePooled: given.DATABASE_POOLER === 'transaction',
    databasePoolSize: given.DATABASE_POOL_SIZE,
    redisUrl: given.REDIS_URL,
    bucket: given.FILES_URL === undefined ? undefined : bucketAddress(given.FILES_URL),
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, ''),
    assetsUrl: given.ASSETS_URL?.replace(/\/+$/, ''),
    securityContact: given.SECURITY_CONTACT,
    drainSeconds: given.DRAIN_SECONDS,
    startWaitSeconds: given.START_WAIT_SECONDS,
    contactEmail: given.CONTACT_EMAIL,
    appKey: given.APP_KEY,
    trustProxy: splitList(given.TRUST_PROXY),
    identity: {
      projectId: given.FIREBASE_PROJECT_ID,
      apiKey: given.FIREBASE_API_KEY,
      authDomain: given.FIREBASE_AUTH_DOMAIN,
      emulatorHost: emulatorHost(given),
      credentialsFile: given.GOOGLE_APPLICATION_CREDENTIALS && resolve(ROOT, given.GOOGLE_APPLICATION_CREDENTIALS),
    },
    push: pushOf(given),
    analytics: analyticsOf(given),
    smtp: smtpOf(given),
    localMail: !production && given.SMTP_URL === undefined,
    payments: given.PAYMENTS ?? (production ? 'none' : 'test'),
    serverRendering: given.SERVER_RENDERING === 'on',
    remoteOverrides: given.REMOTE_OVERRIDES ?? (production ? 'off' : 'ask'),
    moduleReview: given.MODULE_REVIEW,
    metricsTokens: splitList(given.METRICS_TOKEN ?? ''),
    tracing: tracingOf(given),
    rateLimitFactor: given.RATE_LIMIT_FACTOR,
    logLevel: given.LOG_LEVEL,
    passwordCost: PASSWORD_COST,
    misspelled,
  };
}
