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
      logger.info({ [name]: 'a-secret', body: { [name]: 'a-secret', user: { [name]: 'a-secret' } } }, 'Said');
      expect(written).toContain('[secret]');
      expect(written).not.toContain('a-secret');
    },
  );

  it('tells an error with its causes, and without the values of a query', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
    logger.error({ err: new Error('Failed query: insert\nparams: ada@example.com,a-secret', { cause }) }, 'Failed');
    expect(JSON.parse(written)).toMatchObject({
      err: { message: 'Failed query: insert', cause: { message: 'duplicate key', code: '23505' } },
    });
    expect(written).not.toContain('a-secret');
  });

  it('says only what its level asks for', () => {
    logger.debug('Whispered');
    expect(written).toBe('');
  });
});
