import { misspelledSettings } from './variables.ts';

describe('a misspelled setting', () => {
  it.each([
    ['SMTP_URI', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['RELEASE_URL', 'RELEASES_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['ROLES', 'ROLE'],
  ])('%s is reported with the suggestion %s', (name, suggestion) => {
    expect(misspelledSettings({ [name]: 'x' })).toEqual([
      `${name} is not a setting. Did you mean ${suggestion}, which is not set?`,
    ]);
  });

  it('is not reported if it is empty, or if the suggested one is set', () => {
    expect(misspelledSettings({ SMTP_URI: '' })).toEqual([]);
    expect(misspelledSettings({ LOGLEVEL: 'info', LOG_LEVEL: 'warn' })).toEqual([]);
  });

  it('does not include variables of other programs', () => {
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
