import { Writable } from 'node:stream';
import { createLogger } from './log.ts';

let written: string;
const logger = createLogger(
  { logLevel: 'info' },
  new Writable({
    write: (line, _encoding, done) => {
      written += String(line);
      done();
    },
  }),
);
beforeEach(() => {
  written = '';
});

describe('the log', () => {
  it.each(['password', 'passwordHash', 'token', 'tokenHash', 'idToken', 'newIdToken', 'oobCode', 'authorization', 'cookie'])(
    'never shows a field called %s',
    (name) => {
      logger.info({ [name]: 'a-secret', body: { [name]: 'a-secret', user: { [name]: 'a-secret' } } }, 'Logged');
      expect(written).toContain('[secret]');
      expect(written).not.toContain('a-secret');
    },
  );

  it('logs an error with its causes, and without query parameters', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
    logger.error({ err: new Error('Failed query: insert\nparams: ada@example.com,a-secret', { cause }) }, 'Failed');
    expect(JSON.parse(written)).toMatchObject({
      err: { message: 'Failed query: insert', cause: { message: 'duplicate key', code: '23505' } },
    });
    expect(written).not.toContain('a-secret');
  });

  it('logs only messages of its level', () => {
    logger.debug('Details');
    expect(written).toBe('');
  });
});
