import { misspelledSettings } from './misspelled.ts';

describe('a misspelt setting', () => {
  it.each([
    ['SMTP_URI', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['RELEASE_URL', 'RELEASES_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['ROLES', 'ROLE'],
  ])('%s is named with %s, which was meant', (name, meant) => {
    expect(misspelledSettings({ [name]: 'x' })).toEqual([
      `${name} is no setting: rename it to ${meant} if that is meant, which is not set.`,
    ]);
  });

  it('is none where it is empty, or where the one that could be meant is set', () => {
    expect(misspelledSettings({ SMTP_URI: '' })).toEqual([]);
    expect(misspelledSettings({ LOGLEVEL: 'info', LOG_LEVEL: 'warn' })).toEqual([]);
  });

  it('is no variable of another program', () => {
    const others = ['HOME', 'PATH', 'USER', 'SHELL', 'TERM', 'LANG', 'HOSTNAME', 'PWD', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
    const more = [
      'HTTP_PROXY',
      'no_proxy',
      'TZ',
      'PGPASSWORD',
      'REDIS_HOST',
      'SMTP_HOST',
      'AWS_REGION',
      'OTEL_TRACES_SAMPLER',
      'CI',
    ];
    const known = ['PORT', 'ENV_FILE', 'DELIVERY_USER'];
    expect(misspelledSettings(Object.fromEntries([...others, ...more, ...known].map((name) => [name, 'x'])))).toEqual([]);
  });
});
