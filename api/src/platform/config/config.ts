import { isAbsolute, resolve } from 'node:path';
import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import type { RuntimeConfig } from '@solvent/contracts';
import { bucketAddress } from '@solvent/object-store';
import { defaultChannel, releasePlace } from '@solvent/releases';
import * as yup from 'yup';
import { networkProblem } from '@solvent/setup/own-machine';
import { ROOT } from '@solvent/setup/root';
import { readProduct } from './product.ts';
import { StartupError } from './startup-error.ts';
import { misspelledSettings, splitList, variables } from './variables.ts';
import type { Variables } from './variables.ts';

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
  const hasFolder = !env['FILES_URL'] || !(env['RELEASES_URL'] || env['RELEASES_DIR']);
  const conditions: [boolean, string][] = [
    [!env['DATABASE_URL'], 'DATABASE_URL must name a PostgreSQL database (the embedded one is for development)'],
    // A relative path depends on the working directory, which differs between servers and commands in a checkout.
    [
      hasFolder && !isAbsolute(env['DATA_DIR'] ?? ''),
      'DATA_DIR must name the folder of files and releases by its whole path, such as /var/lib/solvent',
    ],
    [!isAbsolute(env['RELEASES_DIR'] || '/'), 'RELEASES_DIR must be a whole path, such as /var/lib/solvent/releases'],
    [
      Boolean(env['FIREBASE_AUTH_EMULATOR_HOST']),
      'FIREBASE_AUTH_EMULATOR_HOST must not be set (the emulator accepts any identity)',
    ],
    [(env['FIREBASE_PROJECT_ID'] || 'demo-').startsWith('demo-'), 'FIREBASE_PROJECT_ID must name a real Firebase project'],
    [!env['FIREBASE_API_KEY'], 'FIREBASE_API_KEY must be set'],
    [!env['FIREBASE_AUTH_DOMAIN'], 'FIREBASE_AUTH_DOMAIN must be set'],
    [
      env['CHANNEL'] === DEVELOPMENT_CHANNEL,
      `CHANNEL must not be ${DEVELOPMENT_CHANNEL} (its pages take files from dev servers)`,
    ],
    [env['SEED'] === 'demo', 'SEED must be none (the demo accounts have known passwords)'],
  ];
  const problems = conditions.flatMap(([applies, problem]) => (applies ? [problem] : []));
  return problems.length > 0 ? [`NODE_ENV is production, so ${problems.join('; ')}.`] : [];
}

/** Applies to all environments. */
function findContradictions(settings: Variables): string[] {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl, DATABASE_DIRECT_URL: directUrl, ROLE: role } = settings;
  const { FIREBASE_APP_ID: appId, FIREBASE_MESSAGING_SENDER_ID: senderId, FIREBASE_VAPID_KEY: vapidKey } = settings;
  const conditions: [boolean, string][] = [
    [
      Boolean(settings.RELEASES_URL && settings.RELEASES_DIR),
      'Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.',
    ],
    [
      url === undefined && (readUrl ?? directUrl) !== undefined,
      'DATABASE_READ_URL and DATABASE_DIRECT_URL require DATABASE_URL: set it, or remove them.',
    ],
    [
      settings.DATABASE_POOLER === 'transaction' && (url === undefined || directUrl === undefined),
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of PostgreSQL itself, for migrations: set both.',
    ],
    [
      (senderId ?? vapidKey) !== undefined && (appId === undefined || senderId === undefined || vapidKey === undefined),
      'Push messages need FIREBASE_APP_ID, FIREBASE_MESSAGING_SENDER_ID and FIREBASE_VAPID_KEY: set all three, or neither of the last two.',
    ],
    [
      settings.FIREBASE_MEASUREMENT_ID !== undefined && appId === undefined,
      'Analytics need FIREBASE_APP_ID: set it, or remove FIREBASE_MEASUREMENT_ID.',
    ],
    [
      role !== 'both' && url === undefined,
      `ROLE is ${role}, so DATABASE_URL must be set: the embedded database supports one process, which does both.`,
    ],
    [
      role === 'worker' && settings.REDIS_URL === undefined,
      'ROLE is worker, so REDIS_URL must be set: its updates reach the pages of other servers over Redis.',
    ],
    [
      settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined,
      'SMTP_URL needs MAIL_FROM, the sender of emails: set it, such as Solvent <no-reply@solvent.example>.',
    ],
  ];
  return conditions.flatMap(([applies, problem]) => (applies ? [problem] : []));
}

function parseEmulatorHost(settings: Variables): string | undefined {
  if (settings.NODE_ENV === 'production') return undefined;
  if (settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined) return settings.FIREBASE_AUTH_EMULATOR_HOST;
  return settings.FIREBASE_PROJECT_ID.startsWith('demo-') ? `127.0.0.1:${settings.IDENTITY_PORT}` : undefined;
}

interface IdentitySettings {
  projectId: string;
  apiKey: string;
  authDomain: string;
  emulatorHost: string | undefined;
  /** Lets the server change the project's users; absent: it only verifies tokens. */
  credentialsFile?: string | undefined;
}

const parseIdentity = (settings: Variables): IdentitySettings => ({
  projectId: settings.FIREBASE_PROJECT_ID,
  apiKey: settings.FIREBASE_API_KEY,
  authDomain: settings.FIREBASE_AUTH_DOMAIN,
  emulatorHost: parseEmulatorHost(settings),
  credentialsFile: settings.GOOGLE_APPLICATION_CREDENTIALS && resolve(ROOT, settings.GOOGLE_APPLICATION_CREDENTIALS),
});

/** Parses the settings of push, which is off unless all variables and credentials are set. */
function parsePush(settings: Variables): RuntimeConfig['push'] {
  const { FIREBASE_APP_ID: appId, FIREBASE_MESSAGING_SENDER_ID: messagingSenderId, FIREBASE_VAPID_KEY: vapidKey } = settings;
  if (appId === undefined || messagingSenderId === undefined || vapidKey === undefined) return undefined;
  return settings.GOOGLE_APPLICATION_CREDENTIALS === undefined ? undefined : { appId, messagingSenderId, vapidKey };
}

function parseAnalytics(settings: Variables): RuntimeConfig['analytics'] {
  const { FIREBASE_APP_ID: appId, FIREBASE_MEASUREMENT_ID: measurementId } = settings;
  return appId === undefined || measurementId === undefined ? undefined : { appId, measurementId };
}

const parseSmtp = ({ SMTP_URL: url, MAIL_FROM: from }: Variables) =>
  url === undefined || from === undefined ? undefined : { url, from };

/** Parses the settings of tracing by OTLP over HTTP, with the ratio (0 to 1) of exported traces; undefined if it is off. */
function parseTracing(settings: Variables) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  return endpoint === undefined ? undefined : { endpoint, serviceName, ratio };
}

/**
 * Reads the settings from environment variables (`.env.example` describes each). Relative paths start at the root of the workspace.
 * @throws StartupError that names every invalid variable
 */
export function readConfig(env: Environment, isImage = readProduct().revision !== 'checkout') {
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
  return {
    env: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    role: settings.ROLE,
    dataDir: resolve(ROOT, settings.DATA_DIR),
    /** A folder, or the address of a bucket. */
    releases: releasePlace(settings, ROOT),
    channel: defaultChannel(settings),
    seed: isProduction ? ('none' as const) : settings.SEED,
    demoProblems: settings.DEMO_PROBLEMS,
    /** PostgreSQL, or its pooler; absent: the embedded database in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** PostgreSQL without a pooler, for tasks that need a session, such as migrations. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    /** Whether `databaseUrl` is a pooler in transaction mode. */
    databasePooled: settings.DATABASE_POOLER === 'transaction',
    /** Maximum number of connections to PostgreSQL, and to the replica. */
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    /** Absent: there is one server process. */
    redisUrl: settings.REDIS_URL,
    /** Bucket for uploaded files; if undefined, they are stored in `dataDir`. */
    bucket: settings.FILES_URL === undefined ? undefined : bucketAddress(settings.FILES_URL),
    /** Public origin, where it differs from the one that requests are sent to. */
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    /** Base URL of release files, without a trailing `/`; absent: the site's own origin. */
    assetsUrl: settings.ASSETS_URL?.replace(/\/+$/, ''),
    securityContact: settings.SECURITY_CONTACT,
    /** Time for which a stopping server continues to serve while it reports that it is not ready. */
    drainSeconds: settings.DRAIN_SECONDS,
    /** Maximum time for which a start waits for services that do not respond yet. */
    startWaitSeconds: settings.START_WAIT_SECONDS,
    /** Absent: contact messages are only stored. */
    contactEmail: settings.CONTACT_EMAIL,
    appKey: settings.APP_KEY,
    trustProxy: splitList(settings.TRUST_PROXY),
    identity: parseIdentity(settings),
    push: parsePush(settings),
    analytics: parseAnalytics(settings),
    smtp: parseSmtp(settings),
    /** Stores emails in a table and shows them at `/dev/mail`. */
    localMail: !isProduction && settings.SMTP_URL === undefined,
    /** `none`: nothing is sold; `test`: payments succeed at once and no money is moved. */
    payments: settings.PAYMENTS ?? (isProduction ? 'none' : 'test'),
    serverRendering: settings.SERVER_RENDERING === 'on',
    /** `?remote=`, within the channel's rules; `ask` asks users to confirm code of other origins. */
    remoteOverrides: settings.REMOTE_OVERRIDES ?? (isProduction ? 'off' : 'ask'),
    /** `manual`: moderators publish modules; `automatic`: modules are published when the checks of their archives pass. */
    moduleReview: settings.MODULE_REVIEW,
    /** Tokens for `GET /metrics`. If empty, only the same machine may read it, and in production no one. */
    metricsTokens: splitList(settings.METRICS_TOKEN ?? ''),
    tracing: parseTracing(settings),
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    logLevel: settings.LOG_LEVEL,
    passwordCost: PASSWORD_COST,
    /** A sentence per variable. */
    misspelled,
  };
}

/** Paths are absolute; absent features are off. */
export type Config = ReturnType<typeof readConfig>;
