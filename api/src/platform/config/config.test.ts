import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API_FOLDER } from './product.ts';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';
import { variables } from './variables.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://solvent:secret@db:5432/solvent',
  FIREBASE_PROJECT_ID: 'solvent-live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'solvent.example',
  DATA_DIR: '/var/lib/solvent',
};

function readProblems(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error('It was accepted');
}

describe('the settings', () => {
  it('have defaults for a machine with only Node installed', () => {
    expect(readConfig({})).toMatchObject({
      env: 'development',
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('.data'),
      releases: resolve('.data/releases'),
      channel: 'local',
      seed: 'demo',
      demoProblems: 0,
      databaseUrl: undefined,
      databasePoolSize: 20,
      redisUrl: undefined,
      bucket: undefined,
      appKey: 'solvent-web',
      trustProxy: [],
      identity: { projectId: 'demo-solvent', emulatorHost: '127.0.0.1:9099' },
      localMail: true,
      rateLimitFactor: 1,
      payments: 'test',
      remoteOverrides: 'ask',
      serverRendering: true,
    });
  });

  it('treat an empty variable as unset, and report all problems together', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
    expect(readProblems({ PORT: 'x', SEED: 'y' })).toMatch(/PORT must be .*; SEED must be/);
  });

  it('accept an address of release files with TLS or on this machine', () => {
    expect(readConfig({}).assetsUrl).toBeUndefined();
    for (const address of [
      'https://files.solvent.example',
      'https://s3.eu.example:8443/solvent-releases/v1',
      'http://localhost:3381',
      'http://127.0.0.1:9000/solvent',
      'http://[::1]:9000',
    ])
      expect(readConfig({ ASSETS_URL: `${address}/` }).assetsUrl).toBe(address);
  });

  it('store releases in the data folder, another folder or a bucket', () => {
    expect(readConfig({ DATA_DIR: '/srv/data' }).releases).toBe('/srv/data/releases');
    expect(readConfig({ DATA_DIR: '/srv/data', RELEASES_DIR: '/srv/releases' }).releases).toBe('/srv/releases');
    const RELEASES_URL = 's3://key:secret@s3.example/solvent-releases';
    expect(readConfig({ RELEASES_URL }).releases).toBe(RELEASES_URL);
    expect(readProblems({ RELEASES_URL, RELEASES_DIR: '/srv/releases' })).toBe(
      'Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.',
    );
  });

  const WRONG: Record<string, string[]> = {
    PORT: ['http', '70000', '3000.5'],
    IDENTITY_PORT: ['0'],
    SEED: ['all'],
    DEMO_PROBLEMS: ['-1', 'many', '1000001'],
    NODE_ENV: ['prod'],
    DATABASE_URL: ['mysql://db/solvent'],
    REDIS_URL: ['http://cache:6379', 'cache:6379'],
    FILES_URL: [
      'https://bucket.example/files',
      's3://host/bucket',
      's3://key:secret@host',
      's3://key:secret@host/Bucket',
      's3://key:100%@host/bucket',
    ],
    RELEASES_URL: ['/srv/releases'],
    PUBLIC_URL: ['solvent.example'],
    ASSETS_URL: [
      'files.solvent.example',
      'http://files.solvent.example',
      'http://localhost.evil.example',
      's3://files.solvent.example/bucket',
      'https://user:secret@files.solvent.example',
      'https://files.solvent.example/a/../b',
      'https://files.solvent.example/%2e%2e/b',
      'https://files.solvent.example/?version=1',
      'https://files.solvent.example/#a',
      "https://files.solvent.example; script-src 'unsafe-inline'",
      'https://files.solvent.example:99999',
    ],
    TRUST_PROXY: ['yes', '10.0.0.0/64', '0.0.0.0/0', '10.0.0.1, ::/0'],
    RATE_LIMIT_FACTOR: ['0'],
    DATABASE_POOL_SIZE: ['0', '501', '2.5'],
    LOG_LEVEL: ['loud'],
    APP_KEY: ['with space'],
    CHANNEL: ['../etc'],
    METRICS_TOKEN: ['short', 'sixteen-characters,short'],
    SECURITY_CONTACT: [
      'security@solvent.example',
      'http://solvent.example/security',
      'mailto:security@solvent.example\nExpires: 2099-01-01T00:00:00Z',
    ],
    ALLOW_DEVELOPMENT_ON_NETWORK: ['maybe'],
    PAYMENTS: ['stripe'],
    REMOTE_OVERRIDES: ['on'],
    SERVER_RENDERING: ['yes'],
  };

  it.each(Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'reject %s=%s by name',
    (name, value) => {
      expect(readProblems({ [name]: value })).toMatch(
        new RegExp(`^Wrong settings: ${name} must be .*\\. Correct the environment and start again\\.$`),
      );
    },
  );

  it('parse the address of a bucket, with encoded characters in the key', () => {
    expect(readConfig({ FILES_URL: 's3://AKIA:se%2Fcr%40t@s3.example:9000/solvent-files?region=eu-west-3' }).bucket).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'solvent-files',
      region: 'eu-west-3',
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'se/cr@t' },
    });
    expect(readConfig({ FILES_URL: 's3+http://k:s@127.0.0.1:9000/files' }).bucket).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
    });
  });

  it('accept addresses and ranges of proxies', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8, 192.0.2.1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
      '192.0.2.1',
    ]);
  });

  it('use no emulator with a real project', () => {
    expect(readConfig({ FIREBASE_PROJECT_ID: 'solvent-live' }).identity.emulatorHost).toBeUndefined();
  });
});

describe('development settings on the network', () => {
  const OPEN: [name: string, env: Record<string, string>][] = [
    ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST is ::', { HOST: '::' }],
    ['HOST is 0', { HOST: '0' }],
    ['HOST is empty', { HOST: ' ' }],
    ['HOST is 192.168.1.5', { HOST: '192.168.1.5' }],
    ['HOST is laptop.local', { HOST: 'laptop.local' }],
    ['PUBLIC_URL is https://solvent.example', { PUBLIC_URL: 'https://solvent.example' }],
    ['PUBLIC_URL is http://192.168.1.5:3000', { PUBLIC_URL: 'http://192.168.1.5:3000' }],
  ];

  it('are rejected in an image unless NODE_ENV is set', () => {
    expect(() => readConfig({ NODE_ENV: '' }, true)).toThrow(/^NODE_ENV is not set: .*NODE_ENV=production\. .*start solvent/);
    for (const NODE_ENV of ['development', 'production'])
      expect(readConfig({ ...PRODUCTION, NODE_ENV }, true).env).toBe(NODE_ENV);
  });

  it.each(OPEN)('are rejected if %s, unless ALLOW_DEVELOPMENT_ON_NETWORK is set', (problem, env) => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      const message = readProblems({ ...env, NODE_ENV });
      expect(message).toContain(`${problem}, so that other machines reach what runs for development`);
      expect(message).toContain('set NODE_ENV=production, or set ALLOW_DEVELOPMENT_ON_NETWORK=true');
      expect(message).not.toContain('\n');
    }
    for (const no of ['', 'false', 'no', '0'])
      expect(() => readConfig({ ...env, ALLOW_DEVELOPMENT_ON_NETWORK: no })).toThrow(problem);
    expect(readConfig({ ...env, ALLOW_DEVELOPMENT_ON_NETWORK: 'true' }).env).toBe('development');
  });

  it.each([{ HOST: 'localhost' }, { HOST: '127.0.0.2' }, { HOST: '::1' }, { PUBLIC_URL: 'https://localhost:3443' }])(
    'accept %j',
    (env) => {
      expect(readConfig(env).env).toBe('development');
    },
  );
});

describe('the settings of production', () => {
  it('have no emulators and no demo data', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      localMail: false,
      seed: 'none',
      identity: { projectId: 'solvent-live', emulatorHost: undefined },
      payments: 'none',
      remoteOverrides: 'off',
    });
  });

  it('need no data folder if files and releases are in buckets', () => {
    const FILES_URL = 's3://key:secret@s3.example/solvent-files';
    const RELEASES_URL = 's3://key:secret@s3.example/solvent-releases';
    expect(readConfig({ ...PRODUCTION, DATA_DIR: '', FILES_URL, RELEASES_URL }).env).toBe('production');
  });

  it('report misspelled variables together with missing ones', () => {
    expect(readConfig({ SMTP_URI: 'x' }).misspelled).toEqual([expect.stringContaining('SMTP_URL')]);
    expect(readProblems({ ...PRODUCTION, DATABASE_URL: '', DATABASE_URI: 'postgres://db/solvent' })).toMatch(
      /so DATABASE_URL must name .*\nDATABASE_URI is not a setting\. Did you mean DATABASE_URL/,
    );
  });

  it('allow other machines, test payments and overrides explicitly', () => {
    const more = { HOST: '0.0.0.0', PUBLIC_URL: 'https://solvent.example', PAYMENTS: 'test', REMOTE_OVERRIDES: 'ask' };
    expect(readConfig({ ...PRODUCTION, ...more })).toMatchObject({ host: '0.0.0.0', payments: 'test', remoteOverrides: 'ask' });
  });

  it.each([
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
    ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: 'demo-solvent' }],
    ['FIREBASE_API_KEY', { FIREBASE_API_KEY: '' }],
    ['FIREBASE_AUTH_DOMAIN', { FIREBASE_AUTH_DOMAIN: '' }],
    ['SEED', { SEED: 'demo' }],
    ['CHANNEL', { CHANNEL: 'development' }],
    ['DATA_DIR', { DATA_DIR: '' }],
    ['DATA_DIR', { DATA_DIR: '.data', RELEASES_URL: 's3://key:secret@s3.example/solvent-releases' }],
    ['RELEASES_DIR', { RELEASES_DIR: 'releases' }],
  ])('reject a development %s', (name, change) => {
    expect(readProblems({ ...PRODUCTION, ...change })).toMatch(new RegExp(`^NODE_ENV is production, so ${name} must .*\\.$`));
  });
});

it('.env.example names every variable', () => {
  const example = readFileSync(join(API_FOLDER, '..', '.env.example'), 'utf8');
  const named = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
  // ENV_FILE is not read from a file.
  expect(named.toSorted()).toEqual([...Object.keys(variables.fields), 'ENV_FILE'].toSorted());
});

describe('push messages and analytics', () => {
  const VAPID = 'B'.repeat(87);
  const PUSH = { FIREBASE_APP_ID: '1:2:web:3', FIREBASE_MESSAGING_SENDER_ID: '2', FIREBASE_VAPID_KEY: VAPID };

  it('are off unless they are configured', () => {
    expect(readConfig({})).toMatchObject({ push: undefined, analytics: undefined });
    expect(readConfig({ FIREBASE_APP_ID: '1:2:web:3' })).toMatchObject({ push: undefined, analytics: undefined });
  });

  it('are on if they are complete', () => {
    const credentials = { GOOGLE_APPLICATION_CREDENTIALS: '/run/secrets/firebase.json' };
    expect(readConfig(PUSH).push).toBeUndefined();
    expect(readConfig({ ...PUSH, ...credentials }).push).toEqual({ appId: '1:2:web:3', messagingSenderId: '2', vapidKey: VAPID });
    expect(readConfig({ FIREBASE_APP_ID: '1:2:web:3', FIREBASE_MEASUREMENT_ID: 'G-ABC123' }).analytics).toEqual({
      appId: '1:2:web:3',
      measurementId: 'G-ABC123',
    });
  });

  it.each([
    [{ ...PUSH, FIREBASE_VAPID_KEY: '' }, 'FIREBASE_VAPID_KEY: set all three'],
    [{ ...PUSH, FIREBASE_APP_ID: '' }, 'Push messages need FIREBASE_APP_ID'],
    [{ ...PUSH, FIREBASE_MESSAGING_SENDER_ID: 'two' }, 'FIREBASE_MESSAGING_SENDER_ID must be the number'],
    [{ FIREBASE_MEASUREMENT_ID: 'G-ABC123' }, 'Analytics need FIREBASE_APP_ID'],
    [{ FIREBASE_APP_ID: 'x', FIREBASE_MEASUREMENT_ID: 'UA-1' }, 'FIREBASE_MEASUREMENT_ID must be a measurement id'],
  ])('are rejected if they are incomplete: %j', (env, sentence) => {
    expect(readProblems(env)).toContain(sentence);
  });
});

describe('the role', () => {
  const SHARED = { DATABASE_URL: 'postgres://localhost/solvent', REDIS_URL: 'redis://localhost' };

  it('is both by default', () => {
    expect(readConfig({}).role).toBe('both');
    expect(readConfig({ ...SHARED, ROLE: 'worker' }).role).toBe('worker');
    expect(readConfig({ DATABASE_URL: SHARED.DATABASE_URL, ROLE: 'web' }).role).toBe('web');
  });

  it.each([
    [{ ROLE: 'jobs' }, 'ROLE must be web, worker or both'],
    [{ ROLE: 'web' }, 'ROLE is web, so DATABASE_URL must be set'],
    [{ ...SHARED, ROLE: 'worker', REDIS_URL: '' }, 'ROLE is worker, so REDIS_URL must be set'],
  ])('is rejected if it is invalid: %j', (env, sentence) => {
    expect(readProblems(env)).toContain(sentence);
  });
});
