import { AppError, invalid, notFound, rateLimited } from './app-error.ts';
import { DrizzleQueryError } from 'drizzle-orm';
import { isDatabaseUnavailable, mayHaveCommitted } from './database-unavailable.ts';
import { errorCode } from './error-code.ts';
import { failureBody, toAppError } from './error-handler.ts';

const coded = (code: unknown, message = 'x') => Object.assign(new Error(message), { code });
/** What PostgreSQL says: an answer (`ERROR`), or its last word on a connection. */
const said = (severity: 'ERROR' | 'FATAL' | 'PANIC', code: string) => Object.assign(coded(code), { severity });

describe('AppError (product 11.1, 11.2)', () => {
  it('has the status of its code', () => {
    expect(new AppError('conflict', 'No.').statusCode).toBe(409);
    expect(notFound('This problem')).toMatchObject({ statusCode: 404, message: 'This problem does not exist.' });
    expect(new AppError('too_large', 'No.').statusCode).toBe(413);
  });

  it('of broken rules says the first one to people and all of them to fields', () => {
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
  ])('says a wait of %d s as %s', (seconds, words) => {
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
  ])("says Fastify's %s as %s", (statusCode, code) => {
    const error = Object.assign(new Error('inner words'), { statusCode, code: 'FST_ERR', name: 'FastifyError' });
    expect(toAppError(error)).toMatchObject({ code });
    expect(toAppError(error).message).not.toContain('inner words');
  });

  it('keeps the cause of what it hides, for the log', () => {
    const error = Object.assign(new Error('inner words'), { code: 'X' });
    expect(toAppError(error).cause).toBe(error);
  });
});

describe('isDatabaseGone', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P01', '57P03', '53300', '57014', '08006'])('knows %s', (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('Failed query', { cause: new Error('again', { cause: coded(code) }) }))).toBe(true);
  });

  it.each([
    ['its disk is full', '53100'],
    ['it has no memory', '53200'],
    ['two waited for each other', '40P01'],
    ['it is a standby still', '25006'],
    ['its disk fails', '58030'],
    ['a file of it is not there', '58P01'],
    ['a page of it cannot be read', 'XX001'],
  ])('knows that %s', (_what, code) => {
    const error = new DrizzleQueryError('insert into "bids" …', [], said('ERROR', code));
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
  ])('knows "%s"', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it.each(['ENOENT', 'EACCES', 'EADDRNOTAVAIL'])('knows %s of who wants to connect, and of nobody else', (code) => {
    expect(isDatabaseUnavailable(Object.assign(coded(code), { syscall: 'connect' }))).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(coded(code), { syscall: 'open' }))).toBe(false);
  });

  it.each(['XX000', '08P01', '25P03', '57P01'])('knows the last word of PostgreSQL on a connection, such as %s', (code) => {
    expect([said('FATAL', code), said('PANIC', code)].map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  it.each(['28P01', '28000', '3D000'])('does not take for it that PostgreSQL does not let somebody in (%s)', (code) => {
    expect(isDatabaseUnavailable(said('FATAL', code))).toBe(false);
  });

  it.each(['XX000', '08P01', '42P01', '23505'])('does not take for it what PostgreSQL answers of a statement (%s)', (code) => {
    expect(isDatabaseUnavailable(said('ERROR', code))).toBe(false);
  });

  it.each([coded('23505'), new Error('syntax error'), undefined, 'ECONNREFUSED', null])('does not take %p for it', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('mayBeDone', () => {
  const failed = (query: string, cause: Error) => new DrizzleQueryError(query, [], cause);

  it.each(['insert into "bids" …', 'commit', 'rollback', 'update "users" …'])('is true of %s whose answer was lost', (query) => {
    expect(mayHaveCommitted(failed(query, coded('ETIMEDOUT')))).toBe(true);
  });

  it.each(['53100', '57P01', '57P02', '58030', 'XX000'])('is true of what PostgreSQL ended in the midst of (%s)', (code) => {
    expect(mayHaveCommitted(failed('commit', said('PANIC', code)))).toBe(true);
    expect(mayHaveCommitted(failed('insert …', said('FATAL', code)))).toBe(true);
  });

  it.each([
    ['reads', failed('select 1', coded('ETIMEDOUT'))],
    ['begins', failed('begin', coded('ECONNRESET'))],
    ['never reached the database', failed('insert …', new Error('timeout exceeded when trying to connect'))],
    ['found nobody there', failed('insert …', coded('ECONNREFUSED'))],
    ['found no port to call from', failed('insert …', Object.assign(coded('EADDRNOTAVAIL'), { syscall: 'connect' }))],
    ['was not taken in', failed('insert …', said('FATAL', '57P03'))],
    ['came too many', failed('insert …', said('FATAL', '53300'))],
    ['the database gave up', failed('insert …', said('ERROR', '57014'))],
    ["the database's disk is full", failed('insert …', said('ERROR', '53100'))],
    ["the database's disk failed", failed('insert …', said('ERROR', '58030'))],
    ['the database takes no writes', failed('insert …', said('ERROR', '25006'))],
    ['broke a rule', failed('insert …', said('ERROR', '23505'))],
  ])('is false of what %s', (_what, error) => {
    expect(mayHaveCommitted(error)).toBe(false);
  });
});

it('errorCode is the word for programs, where there is one', () => {
  expect([
    errorCode(coded('ENOENT')),
    errorCode(coded(5)),
    errorCode(new Error('x')),
    errorCode(null),
    errorCode('ENOENT'),
  ]).toEqual(['ENOENT', undefined, undefined, undefined, undefined]);
});
