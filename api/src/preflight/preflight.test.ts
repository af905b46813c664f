import { readConfig } from '../platform/config/config.ts';
import { cautions } from './preflight.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://solvent:secret@db:5432/solvent',
  FIREBASE_PROJECT_ID: 'solvent-live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'solvent.example',
  REDIS_URL: 'redis://cache:6379',
  FILES_URL: 's3://key:secret@s3.example/files',
  RELEASES_URL: 's3://key:secret@s3.example/releases',
  DATA_DIR: '/var/lib/solvent',
  PUBLIC_URL: 'https://solvent.example',
  TRUST_PROXY: '10.0.0.1',
  SMTP_URL: 'smtp://me:secret@mail.example',
  MAIL_FROM: 'no-reply@solvent.example',
  CONTACT_EMAIL: 'team@solvent.example',
};
const cautionsFor = (env: Record<string, string>, nodeVersion = 'v24.0.0') => cautions(readConfig(env), nodeVersion);
const SELLS_NOTHING = 'Nothing is sold';

describe('the cautions of a start in production', () => {
  it.each([
    ['TRUST_PROXY', 'TRUST_PROXY is empty, so all users count as one client', "set TRUST_PROXY to the proxy's address"],
    ['FILES_URL', 'files or releases are on this machine alone', 'set FILES_URL to buckets'],
    ['RELEASES_URL', 'files or releases are on this machine alone', 'set RELEASES_URL to buckets'],
    ['CONTACT_EMAIL', 'messages to the team are only stored', 'set SMTP_URL, MAIL_FROM and CONTACT_EMAIL'],
  ])('name a missing %s, and what to do', (name, what, advice) => {
    const [caution, payments, ...more] = cautionsFor({ ...PRODUCTION, [name]: '' });
    expect(caution).toContain(what);
    expect(caution).toContain(advice);
    expect(payments).toContain(SELLS_NOTHING);
    expect(more).toEqual([]);
  });

  it('report that nothing is sold, or that everything is given away', () => {
    expect(cautionsFor(PRODUCTION)).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(cautionsFor({ ...PRODUCTION, PAYMENTS: 'none' })).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(cautionsFor({ ...PRODUCTION, PAYMENTS: 'test' })).toEqual([
      'PAYMENTS is test: every purchase succeeds, and no money moves. Leave PAYMENTS out to sell nothing.',
    ]);
  });

  it('report a version of Node without security fixes', () => {
    const [caution] = cautionsFor(PRODUCTION, 'v20.19.0');
    expect(caution).toBe('This is Node 20.19.0, which gets no security fixes any more: run production on Node 24.');
    expect(cautionsFor(PRODUCTION, 'v22.0.0')).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(cautionsFor({}, 'v20.19.0')).toEqual([]);
  });

  it('do not include Redis and buckets, which a single server does not need', () => {
    expect(cautionsFor({ ...PRODUCTION, REDIS_URL: '', FILES_URL: '', RELEASES_URL: '' })).toEqual([
      expect.stringContaining(SELLS_NOTHING),
    ]);
  });

  it('are one line each, without secrets', () => {
    const all = cautionsFor({
      ...PRODUCTION,
      TRUST_PROXY: '',
      FILES_URL: '',
      RELEASES_URL: '',
      SMTP_URI: 'smtp://me:secret@mail.example',
      SMTP_URL: '',
    });
    expect(all).toHaveLength(5);
    expect(all.join('')).not.toMatch(/\n|secret/);
  });
});

describe('a start for development', () => {
  it('has no cautions on a machine of its own', () => {
    expect(cautionsFor({})).toEqual([]);
  });

  it('names what is open if other machines may connect', () => {
    expect(cautionsFor({ HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example', ALLOW_DEVELOPMENT_ON_NETWORK: 'true' })).toEqual([
      expect.stringMatching(
        /^HOST is 0\.0\.0\.0 and PUBLIC_URL is https:\/\/demo\.example, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach .*published passwords.*identity emulator/,
      ),
    ]);
  });
});
