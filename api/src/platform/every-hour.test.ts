import { jest } from '@jest/globals';
import { createLogger } from './log.ts';
import { everyHour } from './every-hour.ts';

const HOUR = 3_600_000;
const log = createLogger({ logLevel: 'silent' });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('works at once and every hour, after a failure too, until it is ended', async () => {
  const done: number[] = [];
  const begun = Date.now();
  const stop = everyHour(
    async () => {
      done.push((Date.now() - begun) / HOUR);
      if (done.length === 2) throw new Error('The database is away');
    },
    log,
    'Not removed',
  );
  await jest.advanceTimersByTimeAsync(3 * HOUR);
  expect(done).toEqual([0, 1, 2, 3]);
  await stop();
  await jest.advanceTimersByTimeAsync(3 * HOUR);
  expect(done).toHaveLength(4);
});

it('ends once what it does just now is done', async () => {
  let finish = () => {};
  const events: string[] = [];
  const stop = everyHour(
    async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      events.push('done');
    },
    log,
    'Not removed',
  );
  const ended = stop().then(() => events.push('ended'));
  finish();
  await ended;
  expect(events).toEqual(['done', 'ended']);
});
