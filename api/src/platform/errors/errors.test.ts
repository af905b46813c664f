import { AppError, invalid, notFound, rateLimited } from './app-error.ts';
import { DrizzleQueryError } from 'drizzle-orm';
import { isDatabaseUnavailable, mayHaveCommitted } from './database-unavailable.ts';
import { errorCode } from './error-code.ts';
import { failureBody, toAppError } from './error-handler.ts';

const coded = (code: unknown, message = 'x') => Object.assign(new Error(message), { code });
/** `ERROR` rejects a statement; the others end the connection. */
const postgresError = (severity: 'ERROR' | 'FATAL' | 'PANIC', code: string) => Object.assign(coded(code), { severity });

describe('AppError (product 11.1, 11.2)', () => {
  it('has the status of its code', () => {
    expect(new AppError('conflict', 'No.').statusCode).toBe(409);
    expect(notFound('This problem')).toMatchObject({ statusCode: 404, message: 'This problem does not exist.' });
    expect(new AppError('too_large', 'No.').statusCode).toBe(413);
  });

  it('for invalid fields has the first message, and one per field', () => {
    expect(failureBody(invalid({ name: 'Name is required', email: 'Email is required' }))).toEqual({
      status: false,
      code: 'invalid',
      message: 'Name is required',
      errors: { name: 'Name is required', email: 'Email is required' },
    });
  });

  it.each([
    [1, '1 second'],
    [42, '42 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('formats a wait of %d s as %s', (seconds, words) => {
    expect(rateLimited(seconds)).toMatchObject({
      message: `Too many tries. Please wait ${words} and try again.`,
      retryAfter: seconds,
    });
  });
});

describe('toAppError', () => {
  it.each([
    [413, 'too_large'],
    [415, 'unsupported_type'],
    [404, 'not_found'],
    [400, 'malformed'],
    [405, 'malformed'],
    [500, 'internal'],
    [undefined, 'internal'],
  ])("converts Fastify's %s to %s", (statusCode, code) => {
    const error = Object.assign(new Error('internal details'), { statusCode, code: 'FST_ERR', name: 'FastifyError' });
    expect(toAppError(error)).toMatchObject({ code });
    expect(toAppError(error).message).not.toContain('internal details');
  });

  it('keeps the original error as the cause, for the log', () => {
    const error = Object.assign(new Error('internal details'), { code: 'X' });
    expect(toAppError(error).cause).toBe(error);
  });
});

describe('isDatabaseGone', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P01', '57P03', '53300', '57014', '08006'])('matches %s', (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('Failed query', { cause: new Error('again', { cause: coded(code) }) }))).toBe(true);
  });

  it.each([
    ['its disk is full', '53100'],
    ['it has no memory', '53200'],
    ['there is a deadlock', '40P01'],
    ['it is still a standby', '25006'],
    ['its disk fails', '58030'],
    ['one of its files is missing', '58P01'],
    ['one of its pages cannot be read', 'XX001'],
  ])('matches if %s', (_what, code) => {
    const error = new DrizzleQueryError('insert into "bids" …', [], postgresError('ERROR', code));
    expect(toAppError(Object.assign(error, { code: 'x' }))).toMatchObject({ code: 'unavailable', retryAfter: 5 });
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Cannot use a pool after calling end on the pool',
    'Client has encountered a connection error and is not queryable',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'received invalid response: 48',
    'Received unexpected dataRow message from backend.',
  ])('matches "%s"', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it.each(['ENOENT', 'EACCES', 'EADDRNOTAVAIL'])('matches %s only for connect()', (code) => {
    expect(isDatabaseUnavailable(Object.assign(coded(code), { syscall: 'connect' }))).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(coded(code), { syscall: 'open' }))).toBe(false);
  });

  it.each(['XX000', '08P01', '25P03', '57P01'])('matches errors that end the connection, such as %s', (code) => {
    expect([postgresError('FATAL', code), postgresError('PANIC', code)].map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  it.each(['28P01', '28000', '3D000'])('does not match a rejected connection (%s)', (code) => {
    expect(isDatabaseUnavailable(postgresError('FATAL', code))).toBe(false);
  });

  it.each(['XX000', '08P01', '42P01', '23505'])('does not match an error of a statement (%s)', (code) => {
    expect(isDatabaseUnavailable(postgresError('ERROR', code))).toBe(false);
  });

  it.each([coded('23505'), new Error('syntax error'), undefined, 'ECONNREFUSED', null])('does not match %p', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('mayBeDone', () => {
  const failed = (query: string, cause: Error) => new DrizzleQueryError(query, [], cause);

  it.each(['insert into "bids" …', 'commit', 'rollback', 'update "users" …'])('is true for %s without a response', (query) => {
    expect(mayHaveCommitted(failed(query, coded('ETIMEDOUT')))).toBe(true);
  });

  it.each(['53100', '57P01', '57P02', '58030', 'XX000'])(
    'is true if PostgreSQL ends the connection during the statement (%s)',
    (code) => {
      expect(mayHaveCommitted(failed('commit', postgresError('PANIC', code)))).toBe(true);
      expect(mayHaveCommitted(failed('insert …', postgresError('FATAL', code)))).toBe(true);
    },
  );

  it.each([
    ['a read', failed('select 1', coded('ETIMEDOUT'))],
    ['a begin', failed('begin', coded('ECONNRESET'))],
    ['a statement that was not sent', failed('insert …', new Error('timeout exceeded when trying to connect'))],
    ['a refused connection', failed('insert …', coded('ECONNREFUSED'))],
    ['a missing local port', failed('insert …', Object.assign(coded('EADDRNOTAVAIL'), { syscall: 'connect' }))],
    ['a database that starts', failed('insert …', postgresError('FATAL', '57P03'))],
    ['too many connections', failed('insert …', postgresError('FATAL', '53300'))],
    ['a statement timeout', failed('insert …', postgresError('ERROR', '57014'))],
    ['a full disk', failed('insert …', postgresError('ERROR', '53100'))],
    ['a failed disk', failed('insert …', postgresError('ERROR', '58030'))],
    ['a read-only database', failed('insert …', postgresError('ERROR', '25006'))],
    ['a constraint violation', failed('insert …', postgresError('ERROR', '23505'))],
  ])('is false for %s', (_what, error) => {
    expect(mayHaveCommitted(error)).toBe(false);
  });
});

it('errorCode returns string codes only', () => {
  expect([
    errorCode(coded('ENOENT')),
    errorCode(coded(5)),
    errorCode(new Error('x')),
    errorCode(null),
    errorCode('ENOENT'),
  ]).toEqual(['ENOENT', undefined, undefined, undefined, undefined]);
});
