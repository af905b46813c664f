import { resolve } from 'node:path';
import { readConfig } from '../platform/config/config.ts';
import { describeTarget } from './cli.ts';

const described = (env: Record<string, string>, file?: string) => describeTarget(readConfig(env), file);

describe('the target of a command', () => {
  it('is the embedded database of a data folder, unless the settings name a server', () => {
    expect(described({ DATA_DIR: '/srv/data' })).toBe(
      'Database: embedded, in /srv/data/database; data folder: /srv/data; channel: local; settings: the environment',
    );
    expect(described({})).toContain(`Database: embedded, in ${resolve('.data/database')};`);
  });

  it('contains no secret', () => {
    const bucket = (name: string) => `s3://key:hunter2@s3.example:443/${name}?region=eu-west-3`;
    const env = {
      DATABASE_URL: 'postgres://solvent:hunter2@db.internal:5432/solvent',
      DATA_DIR: '/var/lib/solvent',
      FILES_URL: bucket('files'),
      RELEASES_URL: bucket('releases'),
      CHANNEL: 'staging',
    };
    expect(described(env, '/etc/solvent/env')).toBe(
      'Database: db.internal:5432/solvent; data folder: /var/lib/solvent; files: bucket files; releases: bucket releases; channel: staging; settings: /etc/solvent/env',
    );
  });

  it('has its own folder of releases if one is set', () => {
    expect(described({ DATA_DIR: '/srv/data', RELEASES_DIR: '/srv/releases' })).toContain('; releases: /srv/releases; channel: ');
  });

  it('is a socket if the address names one', () => {
    expect(described({ DATABASE_URL: 'postgres:///solvent?host=/run/postgresql' })).toContain(
      'Database: /run/postgresql/solvent;',
    );
  });
});
