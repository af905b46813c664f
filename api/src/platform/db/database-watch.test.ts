import { jest } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { messageOf, recordedLog } from '../../testing/recorded-log.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Db } from './connect.ts';
import { watchDatabase } from './database-watch.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const gone = new DrizzleQueryError('UPDATE outbox SET attempts = attempts + 1', [], refused);

afterEach(() => void jest.useRealTimers());

it('logs the begin and end of an outage and one line a minute in between, without the statement', async () => {
  jest.useFakeTimers();
  const { lines, logger } = recordedLog('info');
  let execute = async (): Promise<{ rows: unknown[] }> => {
    throw gone;
  };
  // The sweep calls nothing else.
  const db = { execute: () => execute() } as unknown as Db;
  const watch = watchDatabase(logger);
  const outbox = new Outbox(db, { sent: async () => true }, logger, { watch });
  outbox.start();
  await jest.advanceTimersByTimeAsync(70_000);
  // A second loop.
  expect(watch.isAway(gone)).toBe(true);
  execute = async () => ({ rows: [] });
  await jest.advanceTimersByTimeAsync(2000);
  await outbox.close();
  expect(lines.map(messageOf)).toEqual([
    'The database does not answer (ECONNREFUSED): events and jobs wait until it does',
    'The database has not answered for 60 s (ECONNREFUSED)',
    expect.stringMatching(/^The database answers again, after 7\d s$/),
  ]);
  expect(lines.join('')).not.toMatch(/UPDATE|stack/);
});

it('leaves other errors to the loop', () => {
  const { lines, logger } = recordedLog('info');
  expect(watchDatabase(logger).isAway(new TypeError('x is not a function'))).toBe(false);
  expect(lines).toEqual([]);
});
