import { jest } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { getLogMessage, recordedLog } from '../../testing/recorded-log.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Db } from './connect.ts';
import { watchDatabase } from './database-watch.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const failure = new DrizzleQueryError('UPDATE outbox SET attempts = attempts + 1', [], refused);

const statementError = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });
const failed = (code: string) => new DrizzleQueryError('SELECT 1', [], statementError(code));

afterEach(() => void jest.useRealTimers());

it.each(['57P01', '57P03', '25006'])('reports %s, which all statements get', (code) => {
  expect(watchDatabase(recordedLog('info').logger).reportOutage(failed(code))).toBe(true);
});

it('logs the begin and end of an outage and one line a minute in between, without the statement', async () => {
  jest.useFakeTimers();
  const { lines, logger } = recordedLog('info');
  let execute = async (): Promise<{ rows: unknown[] }> => {
    throw failure;
  };
  // The sweep runs no other query.
  const db = { execute: () => execute() } as unknown as Db;
  const watch = watchDatabase(logger);
  const outbox = new Outbox(db, { flush: async () => true }, logger, { watch });
  outbox.start();
  await jest.advanceTimersByTimeAsync(70_000);
  // A second polling loop.
  expect(watch.reportOutage(failure)).toBe(true);
  execute = async () => ({ rows: [] });
  await jest.advanceTimersByTimeAsync(2000);
  await outbox.close();
  expect(lines.map(getLogMessage)).toEqual([
    'The database does not answer (ECONNREFUSED): events and jobs wait until it does',
    'The database does not answer (ECONNREFUSED): events and jobs wait until it does (60 s so far)',
    expect.stringMatching(/^The database answers again, after 7\d s$/),
  ]);
  expect(lines.join('')).not.toMatch(/UPDATE|stack/);
});

it.each([new TypeError('x is not a function'), failed('57014'), failed('40P01'), failed('53100')])(
  'does not report %s',
  (error) => {
    const { lines, logger } = recordedLog('info');
    expect(watchDatabase(logger).reportOutage(error)).toBe(false);
    expect(lines).toEqual([]);
  },
);
