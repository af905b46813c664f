import { isIP } from 'node:net';
import { bucketAddress } from '@solvent/object-store';
import * as yup from 'yup';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const wholeNumber = (min: number, max: number, fallback: number) => {
  const must = `must be a whole number from ${min} to ${max}`;
  return yup.number().typeError(must).integer(must).min(min, must).max(max, must).default(fallback);
};

const port = (fallback: number) => wholeNumber(1, 65_535, fallback);

const isUrl = (protocols: string[]) => (value: string | undefined) => {
  if (value === undefined) return true;
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
};

/** An e-mail address as a link, or a page that is read safely: one line, whatever is in it. */
const isContact = (value: string | undefined) =>
  value === undefined || (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value));

function isProxy(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  if (rest.length > 0) return false;
  if (bits === undefined) return PROXY_NAMES.includes(address) || isIP(address) > 0;
  const size = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= size;
}

/** Such as `0.0.0.0/0`: everybody would be believed to be a proxy, and could claim any address. */
const isEverybody = (entry: string): boolean => /\/0+$/.test(entry);

const LOCAL_HOST = /^(?:localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * A place that pages load code from: by TLS, or on this machine. It stands in the policy of pages, so it is written plainly: a host, perhaps
 * a path, and nothing that leads elsewhere.
 */
function isPlaceOfFiles(value: string | undefined): boolean {
  if (value === undefined) return true;
  if (!/^https?:\/\/(?:[a-z0-9.-]+|\[::1\])(?::\d+)?(?:\/[\w.~-]+)*\/?$/i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  const leadsElsewhere = value
    .split('/')
    .slice(3)
    .some((name) => name === '.' || name === '..');
  return !leadsElsewhere && (protocol === 'https:' || LOCAL_HOST.test(hostname));
}

/** Every environment variable the server reads, with its default. Messages follow the variable's name. */
const postgresUrl = () =>
  yup
    .string()
    .test(
      'url',
      'must be a PostgreSQL address such as postgres://user:password@host:5432/name',
      isUrl(['postgres:', 'postgresql:']),
    );

export const variables = yup.object({
  NODE_ENV: yup
    .string()
    .oneOf(['development', 'production', 'test'] as const, 'must be development, production or test')
    .default('development'),
  PORT: port(3000),
  HOST: yup.string().trim().default('127.0.0.1'),
  DRAIN_SECONDS: wholeNumber(0, 300, 0),
  START_WAIT_SECONDS: wholeNumber(0, 600, 60),
  ALLOW_DEVELOPMENT_ON_NETWORK: yup.string().matches(/^(?:true|yes|1|false|no|0)$/i, 'must be true or false'),
  ROLE: yup
    .string()
    .oneOf(['web', 'worker', 'both'] as const, 'must be web, worker or both')
    .default('both'),
  DATA_DIR: yup.string().default('.data'),
  IDENTITY_PORT: port(9099),
  SEED: yup
    .string()
    .oneOf(['demo', 'none'] as const, 'must be demo or none')
    .default('demo'),
  DEMO_PROBLEMS: wholeNumber(0, 1_000_000, 0),
  DATABASE_URL: postgresUrl(),
  DATABASE_READ_URL: postgresUrl(),
  DATABASE_DIRECT_URL: postgresUrl(),
  DATABASE_POOLER: yup
    .string()
    .oneOf(['none', 'transaction'] as const, 'must be none or transaction')
    .default('none'),
  DATABASE_POOL_SIZE: wholeNumber(1, 500, 20),
  REDIS_URL: yup
    .string()
    .test('url', 'must be a Redis address such as redis://user:password@host:6379', isUrl(['redis:', 'rediss:'])),
  FILES_URL: yup
    .string()
    .test(
      'url',
      'must be the address of a bucket such as s3://key:secret@host:443/bucket?region=eu-central-1',
      (value) => value === undefined || bucketAddress(value) !== undefined,
    ),
  RELEASES_URL: yup
    .string()
    .test(
      'url',
      'must be the address of a bucket such as s3://key:secret@host:443/bucket?region=eu-central-1',
      (value) => value === undefined || bucketAddress(value) !== undefined,
    ),
  MODULE_REVIEW: yup
    .string()
    .oneOf(['automatic', 'manual'] as const, 'must be automatic or manual')
    .default('automatic'),
  PAYMENTS: yup.string().oneOf(['none', 'test'] as const, 'must be none or test'),
  SERVER_RENDERING: yup
    .string()
    .oneOf(['on', 'off'] as const, 'must be on or off')
    .default('on'),
  REMOTE_OVERRIDES: yup.string().oneOf(['off', 'ask'] as const, 'must be off or ask'),
  APP_KEY: yup
    .string()
    .matches(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .default('solvent-web'),
  CHANNEL: yup.string().matches(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes'),
  RELEASES_DIR: yup.string(),
  BACKUP_PLACE: yup.string(),
  PUBLIC_URL: yup.string().test('url', 'must be an address such as https://solvent.example', isUrl(['http:', 'https:'])),
  ASSETS_URL: yup
    .string()
    .test(
      'url',
      'must be a place such as https://files.solvent.example or https://files.solvent.example/solvent, by https unless it is on this machine',
      isPlaceOfFiles,
    ),
  SECURITY_CONTACT: yup
    .string()
    .test('url', 'must be an address such as mailto:security@solvent.example or https://solvent.example/security', isContact),
  SMTP_URL: yup
    .string()
    .test('url', 'must be a mail server such as smtps://user:password@mail.example:465', isUrl(['smtp:', 'smtps:'])),
  MAIL_FROM: yup
    .string()
    .matches(
      /^(?:[^\p{Cc}<>"@,;:]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'must be an address such as Solvent <no-reply@solvent.example>',
    ),
  CONTACT_EMAIL: yup.string().matches(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  TRUST_PROXY: yup
    .string()
    .default('')
    .test('proxies', 'must be addresses or CIDR ranges of proxies, joined by commas', (value) => splitList(value).every(isProxy))
    .test(
      'everybody',
      'must be the addresses of your proxies, and not of everybody (/0): any caller could claim any address',
      (value) => !splitList(value).some(isEverybody),
    ),
  METRICS_TOKEN: yup
    .string()
    .matches(
      /^[\x21-\x2b\x2d-\x7e]{16,}(?:,[\x21-\x2b\x2d-\x7e]{16,})*$/,
      'must be at least 16 visible ASCII characters without spaces and commas; two of them joined by a comma while one replaces the other',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: yup
    .string()
    .test('url', 'must be the address of a collector such as http://127.0.0.1:4318', isUrl(['http:', 'https:'])),
  OTEL_SERVICE_NAME: yup.string().trim().max(100, 'must be 100 characters at most').default('solvent'),
  OTEL_TRACES_SAMPLER_ARG: yup
    .number()
    .typeError('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  FIREBASE_PROJECT_ID: yup
    .string()
    .matches(/^[a-z][a-z0-9-]{3,40}$/, 'must be the id of a Firebase project')
    .default('demo-solvent'),
  FIREBASE_API_KEY: yup.string().default('demo-key'),
  FIREBASE_AUTH_DOMAIN: yup.string().default('localhost'),
  FIREBASE_AUTH_EMULATOR_HOST: yup.string(),
  GOOGLE_APPLICATION_CREDENTIALS: yup.string(),
  FIREBASE_APP_ID: yup.string(),
  FIREBASE_MESSAGING_SENDER_ID: yup.string().matches(/^\d+$/, 'must be the number of the messaging sender'),
  FIREBASE_VAPID_KEY: yup.string().matches(/^[\w-]{80,100}$/, 'must be the public key of web push certificates'),
  FIREBASE_MEASUREMENT_ID: yup.string().matches(/^G-[A-Z0-9]+$/, 'must be a measurement id such as G-ABC123'),
  RATE_LIMIT_FACTOR: yup
    .number()
    .typeError('must be a number above 0')
    .moreThan(0, 'must be a number above 0')
    .max(1_000_000, 'must be at most 1000000')
    .default(1),
  LOG_LEVEL: yup
    .string()
    .oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info'),
});

/** What {@link variables} gives: every variable in its own type. */
export type Variables = yup.InferType<typeof variables>;

/** `a, b` → `['a', 'b']`; nothing for an empty text. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
