import { isAbsolute, resolve } from 'node:path';
import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import type { RuntimeConfig } from '@solvent/contracts';
import { bucketAddress } from '@solvent/object-store';
import type { BucketAddress } from '@solvent/object-store';
import { defaultChannel, DeliveryError, releasePlace } from '@solvent/releases';
import * as yup from 'yup';
import { networkProblem } from '@solvent/setup/own-machine';
import { ROOT } from '@solvent/setup/root';
import { StartError } from '@solvent/setup/start-error';
import { misspelledSettings } from './misspelled.ts';
import { readProduct } from './product.ts';
import { StartupError } from './startup-error.ts';
import { splitList, variables } from './variables.ts';
import type { Variables } from './variables.ts';

/** Paths are absolute; absent features are off. */
export interface Config {
  env: 'development' | 'production' | 'test';
  host: string;
  port: number;
  role: Variables['ROLE'];
  dataDir: string;
  /** A folder, or the address of a bucket. */
  releases: string;
  channel: string;
  seed: 'demo' | 'none';
  demoProblems: number;
  /** PostgreSQL, or its pooler; absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** PostgreSQL without a pooler, for tasks that need a session, such as migrations. */
  databaseDirectUrl: string | undefined;
  databaseReadUrl: string | undefined;
  /** Whether `databaseUrl` is a pooler in transaction mode. */
  databasePooled: boolean;
  /** Maximum number of connections to PostgreSQL, and to the replica. */
  databasePoolSize: number;
  /** Absent: there is one server process. */
  redisUrl: string | undefined;
  /** Of uploaded files; absent: they are in `dataDir`. */
  bucket: BucketAddress | undefined;
  /** Public origin, where it differs from the one that requests are sent to. */
  publicUrl: string | undefined;
  /** Base URL of release files, without a trailing `/`; absent: the site's own origin. */
  assetsUrl: string | undefined;
  securityContact: string | undefined;
  /** How long a stopping server continues to serve while it reports that it is not ready. */
  drainSeconds: number;
  /** How long a start waits for services that do not respond yet. */
  startWaitSeconds: number;
  /** Absent: contact messages are only stored. */
  contactEmail: string | undefined;
  appKey: string;
  trustProxy: string[];
  identity: {
    projectId: string;
    apiKey: string;
    authDomain: string;
    emulatorHost: string | undefined;
    /** Lets the server change the project's users; absent: it only verifies tokens. */
    credentialsFile?: string | undefined;
  };
  push: RuntimeConfig['push'];
  analytics: RuntimeConfig['analytics'];
  smtp: { url: string; from: string } | undefined;
  /** Stores emails in a table and shows them at `/dev/mail`. */
  localMail: boolean;
  /** `none`: nothing is sold; `test`: payments succeed at once and no money is moved. */
  payments: 'none' | 'test';
  /** `?remote=`, within the channel's rules; `ask` asks users to confirm code of other origins. */
  remoteOverrides: 'off' | 'ask';
  serverRendering: boolean;
  /** `manual`: moderators publish modules; `automatic`: modules are published when the checks of their archives pass. */
  moduleReview: 'automatic' | 'manual';
  /** Tokens for `GET /metrics`. If empty, only the same machine may read it, and in production no one. */
  metricsTokens: string[];
  /** OTLP over HTTP, with the ratio (0 to 1) of traces that are kept; absent: off. */
  tracing: { endpoint: string; serviceName: string; ratio: number } | undefined;
  rateLimitFactor: number;
  logLevel: Variables['LOG_LEVEL'];
  passwordCost: { memoryKib: number; passes: number };
  /** A sentence per variable. */
  misspelled: string[];
}

type Environment = Record<string, string | undefined>;

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const PASSWORD_COST = { memoryKib: 19_456, passes: 2 };

function parse(env: Environment): { settings: Variables; problems: string[] } {
  const settings = Object.fromEntries(
    Object.keys(variables.fields).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  try {
    return { settings: variables.validateSync(settings, { abortEarly: false }), problems: [] };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const invalid = new Set(error.inner.map(({ path }) => path));
    const valid = Object.fromEntries(Object.entries(settings).filter(([name]) => !invalid.has(name)));
    const messages = error.inner.map(({ path, message }) => `${path ?? ''} ${message}`).join('; ');
    return {
      settings: variables.validateSync(valid),
      problems: [`Wrong settings: ${messages}. Correct the environment and start again.`],
    };
  }
}

function findProductionProblems(env: Environment): string[] {
  const problems: string[] = [];
  if (!env['DATABASE_URL']) problems.push('DATABASE_URL must name a PostgreSQL database (the embedded one is for development)');
  const hasFolder = !env['FILES_URL'] || !(env['RELEASES_URL'] || env['RELEASES_DIR']);
  // A relative path depends on the working directory, which differs between servers and commands in a checkout.
  if (hasFolder && !isAbsolute(env['DATA_DIR'] ?? ''))
    problems.push('DATA_DIR must name the folder of files and releases by its whole path, such as /var/lib/solvent');
  if (env['RELEASES_DIR'] && !isAbsolute(env['RELEASES_DIR']))
    problems.push('RELEASES_DIR must be a whole path, such as /var/lib/solvent/releases');
  if (env['FIREBASE_AUTH_EMULATOR_HOST'])
    problems.push('FIREBASE_AUTH_EMULATOR_HOST must not be set (the emulator accepts any identity)');
  if ((env['FIREBASE_PROJECT_ID'] || 'demo-').startsWith('demo-'))
    problems.push('FIREBASE_PROJECT_ID must name a real Firebase project');
  if (!env['FIREBASE_API_KEY']) problems.push('FIREBASE_API_KEY must be set');
  if (!env['FIREBASE_AUTH_DOMAIN']) problems.push('FIREBASE_AUTH_DOMAIN must be set');
  if (env['CHANNEL'] === DEVELOPMENT_CHANNEL)
    problems.push(`CHANNEL must not be ${DEVELOPMENT_CHANNEL} (its pages take files from dev servers)`);
  if (env['SEED'] === 'demo') problems.push('SEED must be none (the demo accounts have known passwords)');
  return problems.length > 0 ? [`NODE_ENV is production, so ${problems.join('; ')}.`] : [];
}

function findContradictions(settings: Variables): string[] {
  return [assertDatabases, parseReleases, parsePush, parseAnalytics, parseRole, parseSmtp].flatMap((parsePart) => {
    try {
      parsePart(settings);
      return [];
    } catch (error) {
      if (!(error instanceof StartError || error instanceof DeliveryError)) throw error;
      return [error.message];
    }
  });
}

function parseEmulatorHost(settings: Variables): string | undefined {
  if (settings.NODE_ENV === 'production') return undefined;
  if (settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined) return settings.FIREBASE_AUTH_EMULATOR_HOST;
  return settings.FIREBASE_PROJECT_ID.startsWith('demo-') ? `127.0.0.1:${settings.IDENTITY_PORT}` : undefined;
}

function assertDatabases(settings: Variables): void {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl, DATABASE_DIRECT_URL: directUrl, DATABASE_POOLER: pooler } = settings;
  if (url === undefined && (readUrl ?? directUrl) !== undefined)
    throw new StartupError('DATABASE_READ_URL and DATABASE_DIRECT_URL require DATABASE_URL: set it, or remove them.');
  if (pooler === 'transaction' && (url === undefined || directUrl === undefined))
    throw new StartupError(
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of PostgreSQL itself, for migrations: set both.',
    );
}

const parseReleases = (settings: Variables): string => releasePlace(settings, ROOT);

/** Off without all variables, or without credentials to send with. */
function parsePush(settings: Variables): RuntimeConfig['push'] {
  const { FIREBASE_APP_ID: appId, FIREBASE_MESSAGING_SENDER_ID: messagingSenderId, FIREBASE_VAPID_KEY: vapidKey } = settings;
  if (messagingSenderId === undefined && vapidKey === undefined) return undefined;
  if (appId === undefined || messagingSenderId === undefined || vapidKey === undefined)
    throw new StartupError(
      'Push messages need FIREBASE_APP_ID, FIREBASE_MESSAGING_SENDER_ID and FIREBASE_VAPID_KEY: set all three, or neither of the last two.',
    );
  return settings.GOOGLE_APPLICATION_CREDENTIALS === undefined ? undefined : { appId, messagingSenderId, vapidKey };
}

function parseRole({ ROLE: role, DATABASE_URL: database, REDIS_URL: redis }: Variables): Variables['ROLE'] {
  if (role !== 'both' && database === undefined)
    throw new StartupError(
      `ROLE is ${role}, so DATABASE_URL must be set: the embedded database supports one process, which does both.`,
    );
  if (role === 'worker' && redis === undefined)
    throw new StartupError('ROLE is worker, so REDIS_URL must be set: its updates reach the pages of other servers over Redis.');
  return role;
}

function parseSmtp({ SMTP_URL: url, MAIL_FROM: from }: Variables): Config['smtp'] {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new StartupError('SMTP_URL needs MAIL_FROM, the sender of emails: set it, such as Solvent <no-reply@solvent.example>.');
  return { url, from };
}

function parseAnalytics({
  FIREBASE_APP_ID: appId,
  FIREBASE_MEASUREMENT_ID: measurementId,
}: Variables): RuntimeConfig['analytics'] {
  if (measurementId === undefined) return undefined;
  if (appId === undefined) throw new StartupError('Analytics need FIREBASE_APP_ID: set it, or remove FIREBASE_MEASUREMENT_ID.');
  return { appId, measurementId };
}

const parseTracing = (settings: Variables): Config['tracing'] =>
  settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: settings.OTEL_SERVICE_NAME,
        ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      };

/**
 * Reads the settings from environment variables (`.env.example` describes each). Relative paths start at the root of the workspace.
 * @throws StartupError that names every invalid variable
 */
export function readConfig(env: Environment, isImage = readProduct().revision !== 'checkout'): Config {
  // An image started by hand lacks its settings, and would be a public development server.
  if (isImage && !env.NODE_ENV)
    throw new StartupError(
      'NODE_ENV is not set: set NODE_ENV=production. On a machine with systemd the settings are in /etc/solvent/env, and "systemctl start solvent" reads them.',
    );
  const { settings, problems } = parse(env);
  const isProduction = settings.NODE_ENV === 'production';
  if (isProduction) problems.push(...findProductionProblems(env));
  const exposed = networkProblem(env);
  if (exposed !== undefined) problems.push(exposed);
  if (problems.length === 0) problems.push(...findContradictions(settings));
  const misspelled = misspelledSettings(env);
  if (problems.length > 0) throw new StartupError([...problems, ...misspelled].join('\n'));
  const dataDir = resolve(ROOT, settings.DATA_DIR);
  return {
    env: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    role: parseRole(settings),
    dataDir,
    releases: parseReleases(settings),
    channel: defaultChannel(settings),
    seed: isProduction ? 'none' : settings.SEED,
    demoProblems: settings.DEMO_PROBLEMS,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    databasePooled: settings.DATABASE_POOLER === 'transaction',
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    redisUrl: settings.REDIS_URL,
    bucket: settings.FILES_URL === undefined ? undefined : bucketAddress(settings.FILES_URL),
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    assetsUrl: settings.ASSETS_URL?.replace(/\/+$/, ''),
    securityContact: settings.SECURITY_CONTACT,
    drainSeconds: settings.DRAIN_SECONDS,
    startWaitSeconds: settings.START_WAIT_SECONDS,
    contactEmail: settings.CONTACT_EMAIL,
    appKey: settings.APP_KEY,
    trustProxy: splitList(settings.TRUST_PROXY),
    identity: {
      projectId: settings.FIREBASE_PROJECT_ID,
      apiKey: settings.FIREBASE_API_KEY,
      authDomain: settings.FIREBASE_AUTH_DOMAIN,
      emulatorHost: parseEmulatorHost(settings),
      credentialsFile: settings.GOOGLE_APPLICATION_CREDENTIALS && resolve(ROOT, settings.GOOGLE_APPLICATION_CREDENTIALS),
    },
    push: parsePush(settings),
    analytics: parseAnalytics(settings),
    smtp: parseSmtp(settings),
    localMail: !isProduction && settings.SMTP_URL === undefined,
    payments: settings.PAYMENTS ?? (isProduction ? 'none' : 'test'),
    serverRendering: settings.SERVER_RENDERING === 'on',
    remoteOverrides: settings.REMOTE_OVERRIDES ?? (isProduction ? 'off' : 'ask'),
    moduleReview: settings.MODULE_REVIEW,
    metricsTokens: splitList(settings.METRICS_TOKEN ?? ''),
    tracing: parseTracing(settings),
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    logLevel: settings.LOG_LEVEL,
    passwordCost: PASSWORD_COST,
    misspelled,
  };
}
