import { isIP } from 'node:net';
import { bucketAddress } from '@solvent/object-store';
import { closest, distance } from 'fastest-levenshtein';
import * as yup from 'yup';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const numberBetween = (must: string, min: number, max: number, fallback: number) =>
  yup.number().typeError(must).min(min, must).max(max, must).default(fallback);

function wholeNumber(min: number, max: number, fallback: number) {
  const must = `must be a whole number from ${min} to ${max}`;
  return numberBetween(must, min, max, fallback).integer(must);
}

const oneOf = <const Value extends string>(...values: Value[]) =>
  yup.string().oneOf(values, `must be ${values.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`);

const port = (fallback: number) => wholeNumber(1, 65_535, fallback);

const validText = (description: string, isValid: (value: string) => boolean) =>
  yup.string().test('valid', `must be ${description}`, (value) => value === undefined || isValid(value));

const url = (description: string, protocols: string[]) =>
  validText(description, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const isContact = (value: string) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value);

function isProxy(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  if (rest.length > 0) return false;
  if (bits === undefined) return PROXY_NAMES.includes(address) || isIP(address) > 0;
  const size = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= size;
}

/** Returns whether the entry is like `0.0.0.0/0`, which would let every caller claim any address as a trusted proxy. */
const matchesAnyAddress = (entry: string): boolean => /\/0+$/.test(entry);

const LOCAL_HOST = /^(?:localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** Its characters are safe in a content security policy. No segment is `.` or `..`. */
const ASSETS_URL = /^https?:\/\/(?:[a-z0-9.-]+|\[::1\])(?::\d+)?(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*\/?$/i;

/** Returns whether the value is a base URL of code, with TLS or on this machine. */
function isAssetsUrl(value: string): boolean {
  if (!ASSETS_URL.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || LOCAL_HOST.test(hostname);
}

const postgresUrl = () =>
  url('a PostgreSQL address such as postgres://user:password@host:5432/name', ['postgres:', 'postgresql:']);

const bucketUrl = () =>
  validText(
    'the address of a bucket such as s3://key:secret@host:443/bucket?region=eu-central-1',
    (value) => bucketAddress(value) !== undefined,
  );

/** Every environment variable that the server reads, with its default. Messages follow the variable's name. */
export const variables = yup.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  PORT: port(3000),
  HOST: yup.string().trim().default('127.0.0.1'),
  DRAIN_SECONDS: wholeNumber(0, 300, 0),
  START_WAIT_SECONDS: wholeNumber(0, 600, 60),
  ALLOW_DEVELOPMENT_ON_NETWORK: yup.string().matches(/^(?:true|yes|1|false|no|0)$/i, 'must be true or false'),
  ROLE: oneOf('web', 'worker', 'both').default('both'),
  DATA_DIR: yup.string().default('.data'),
  IDENTITY_PORT: port(9099),
  SEED: oneOf('demo', 'none').default('demo'),
  DEMO_PROBLEMS: wholeNumber(0, 1_000_000, 0),
  DATABASE_URL: postgresUrl(),
  DATABASE_READ_URL: postgresUrl(),
  DATABASE_DIRECT_URL: postgresUrl(),
  DATABASE_POOLER: oneOf('none', 'transaction').default('none'),
  DATABASE_POOL_SIZE: wholeNumber(1, 500, 20),
  REDIS_URL: url('a Redis address such as redis://user:password@host:6379', ['redis:', 'rediss:']),
  FILES_URL: bucketUrl(),
  RELEASES_URL: bucketUrl(),
  MODULE_REVIEW: oneOf('automatic', 'manual').default('automatic'),
  PAYMENTS: oneOf('none', 'test'),
  SERVER_RENDERING: oneOf('on', 'off').default('on'),
  REMOTE_OVERRIDES: oneOf('off', 'ask'),
  APP_KEY: yup
    .string()
    .matches(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .default('solvent-web'),
  CHANNEL: yup.string().matches(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes'),
  RELEASES_DIR: yup.string(),
  BACKUP_PLACE: yup.string(),
  PUBLIC_URL: url('an address such as https://solvent.example', ['http:', 'https:']),
  ASSETS_URL: validText(
    'an address such as https://files.solvent.example or https://files.solvent.example/solvent, with https unless it is on this machine',
    isAssetsUrl,
  ),
  SECURITY_CONTACT: validText(
    'an address such as mailto:security@solvent.example or https://solvent.example/security',
    isContact,
  ),
  SMTP_URL: url('a mail server such as smtps://user:password@mail.example:465', ['smtp:', 'smtps:']),
  MAIL_FROM: yup
    .string()
    .matches(
      /^(?:[^\p{Cc}<>"@,;:]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'must be an address such as Solvent <no-reply@solvent.example>',
    ),
  CONTACT_EMAIL: yup.string().matches(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
  TRUST_PROXY: yup
    .string()
    .default('')
    .test('proxies', 'must be addresses or CIDR ranges of proxies, joined by commas', (value) => splitList(value).every(isProxy))
    .test(
      'any-address',
      'must be the addresses of your proxies, and not all addresses (/0): any caller could claim any address',
      (value) => !splitList(value).some(matchesAnyAddress),
    ),
  METRICS_TOKEN: yup
    .string()
    .matches(
      /^[\x21-\x2b\x2d-\x7e]{16,}(?:,[\x21-\x2b\x2d-\x7e]{16,})*$/,
      'must be at least 16 visible ASCII characters without spaces and commas; to rotate it, join the old and the new one with a comma',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('the address of a collector such as http://127.0.0.1:4318', ['http:', 'https:']),
  OTEL_SERVICE_NAME: yup.string().trim().max(100, 'must be 100 characters at most').default('solvent'),
  OTEL_TRACES_SAMPLER_ARG: numberBetween('must be a number from 0 to 1', 0, 1, 1),
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

export type Variables = yup.InferType<typeof variables>;

/** Splits `a, b` into `['a', 'b']`. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Read by other programs. */
const OTHER_PROGRAMS = ['ENV_FILE', 'DELIVERY_USER'];
const KNOWN = [...Object.keys(variables.fields), ...OTHER_PROGRAMS];

/** Shorter names may differ by one letter. */
const MIN_LONG_NAME_LENGTH = 8;

/** Returns the closest setting, unless it differs by more letters, like variables of unrelated programs. */
function closestSetting(name: string): string | undefined {
  const upperCase = name.toUpperCase();
  const setting = closest(upperCase, KNOWN);
  return distance(upperCase, setting) <= (name.length < MIN_LONG_NAME_LENGTH ? 1 : 2) ? setting : undefined;
}

/** Returns a sentence for each variable whose name is similar to an unset setting, whose default would apply unnoticed. */
export function misspelledSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.includes(name) || !env[name]) return [];
    const suggestion = closestSetting(name);
    return suggestion === undefined || env[suggestion]
      ? []
      : [`${name} is not a setting. Did you mean ${suggestion}, which is not set?`];
  });
}
