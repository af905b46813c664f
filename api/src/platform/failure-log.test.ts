/** @jest-environment node */
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { throttledError } from './failure-log.ts';
import { createLogger } from './log.ts';

interface Line {
  level: number;
  msg: string;
  reqId?: string;
  err?: { message: string; stack: string };
}

let lines: Line[];
const logger = createLogger(
  { logLevel: 'info' },
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)) as Line);
      done();
    },
  }),
);
beforeEach(() => {
  lines = [];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

const outage = () => new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
const fail = (error: Error, times: number, text = 'The request failed') => {
  for (let count = 0; count < times; count += 1) logger.child({ reqId: String(count) }).error(throttledError(error), text);
};
const messages = () => lines.map(({ msg }) => msg);

describe('repeated failures', () => {
  it('are logged once in full, then counted in at most one line a second', () => {
    fail(outage(), 313);
    expect(lines).toMatchObject([{ msg: 'The request failed', reqId: '0', err: { message: 'Failed query' } }]);
    jest.advanceTimersByTime(1000);
    fail(outage(), 40);
    jest.advanceTimersByTime(1000);
    expect(messages()).toEqual([
      'The request failed',
      'The request failed (ECONNREFUSED) … and 312 more',
      'The request failed (ECONNREFUSED) … and 40 more',
    ]);
    expect(lines.slice(1)).toEqual([expect.not.objectContaining({ err: expect.anything() }), expect.anything()]);
    expect(new Set(lines.map(({ level }) => level)).size).toBe(1);
  });

  it('are logged in full once a minute, however rarely they occur', () => {
    for (let seconds = 0; seconds < 70; seconds += 30) {
      fail(outage(), 1);
      jest.advanceTimersByTime(30_000);
    }
    expect(messages()).toEqual(['The request failed', 'The request failed (ECONNREFUSED) … and 1 more', 'The request failed']);
  });

  it('of different kinds are logged separately', () => {
    fail(outage(), 2);
    fail(new TypeError('x is not a function'), 2);
    fail(outage(), 2, 'Overdue events could not be read');
    expect(messages()).toEqual(['The request failed', 'The request failed', 'Overdue events could not be read']);
  });
});

it('other failures are logged each time', () => {
  for (let count = 0; count < 3; count += 1)
    logger.error({ err: outage(), email: 'ada@example.com' }, 'Delete this address by hand');
  expect(messages()).toHaveLength(3);
});
