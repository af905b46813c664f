import { readConfig } from '../platform/config/config.ts';
import { cautions } from './cautions.ts';

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
const told = (env: Record<string, string>, nodeVersion = 'v24.0.0') => cautions(readConfig(env), nodeVersion);
const SELLS_NOTHING = 'Nothing is sold';

describe('a start in production tells', () => {
  it.each([
    ['TRUST_PROXY', 'TRUST_PROXY is empty, so that everybody counts as one caller', "set TRUST_PROXY to the proxy's address"],
    ['FILES_URL', 'FILES_URL is not, so that files are in /var/lib/solvent on this machine alone', 'set FILES_URL to buckets'],
    ['RELEASES_URL', 'releases are in /var/lib/solvent/releases on this machine alone', 'set RELEASES_URL to buckets'],
    ['CONTACT_EMAIL', 'messages to the team are only stored', 'set SMTP_URL, MAIL_FROM and CONTACT_EMAIL'],
  ])('of a missing %s, and what to do', (name, what, advice) => {
    const [said, payments, ...more] = told({ ...PRODUCTION, [name]: '' });
    expect(said).toContain(what);
    expect(said).toContain(advice);
    expect(payments).toContain(SELLS_NOTHING);
    expect(more).toEqual([]);
  });

  it('that nothing is sold, or that everything is given away', () => {
    expect(told(PRODUCTION)).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(told({ ...PRODUCTION, PAYMENTS: 'none' })).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(told({ ...PRODUCTION, PAYMENTS: 'test' })).toEqual([
      'PAYMENTS is test: whoever buys a module has it, and no money moves. Leave PAYMENTS out to sell nothing.',
    ]);
  });

  it('of a Node without security fixes', () => {
    const [said] = told(PRODUCTION, 'v20.19.0');
    expect(said).toBe('This is Node 20.19.0, which gets no security fixes any more: run production on Node 24.');
    expect(told(PRODUCTION, 'v22.0.0')).toEqual([expect.stringContaining(SELLS_NOTHING)]);
    expect(told({}, 'v20.19.0')).toEqual([]);
  });

  it('of nothing that one server needs not: Redis and buckets', () => {
    expect(told({ ...PRODUCTION, REDIS_URL: '', FILES_URL: '', RELEASES_URL: '' })).toEqual([
      expect.stringContaining(SELLS_NOTHING),
    ]);
  });

  it('each on a line of its own, and no secret', () => {
    const all = told({
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
  it('has nothing to tell on a machine of its own', () => {
    expect(told({})).toEqual([]);
  });

  it('tells what is open where other machines are let in', () => {
    expect(told({ HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example', ALLOW_DEVELOPMENT_ON_NETWORK: 'true' })).toEqual([
      expect.stringMatching(
        /^HOST is 0\.0\.0\.0 and PUBLIC_URL is https:\/\/demo\.example, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach .*published passwords.*identity emulator/,
      ),
    ]);
  });
});
