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
      // The log's lines are objects.
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

const gone = () => new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
const fail = (error: Error, times: number, text = 'The request failed') => {
  for (let count = 0; count < times; count += 1) logger.child({ reqId: String(count) }).error(throttledError(error), text);
};
const said = () => lines.map(({ msg }) => msg);

describe('failures that come often', () => {
  it('are told once with all there is to know, then by their number, a line a second at most', () => {
    fail(gone(), 313);
    expect(lines).toMatchObject([{ msg: 'The request failed', reqId: '0', err: { message: 'Failed query' } }]);
    jest.advanceTimersByTime(1000);
    fail(gone(), 40);
    jest.advanceTimersByTime(1000);
    expect(said()).toEqual([
      'The request failed',
      'The request failed (ECONNREFUSED) … and 312 more',
      'The request failed (ECONNREFUSED) … and 40 more',
    ]);
    expect(lines.slice(1)).toEqual([expect.not.objectContaining({ err: expect.anything() }), expect.anything()]);
    expect(new Set(lines.map(({ level }) => level)).size).toBe(1);
  });

  it('are logged in full once a minute, however rarely they occur', () => {
    for (let seconds = 0; seconds < 70; seconds += 30) {
      fail(gone(), 1);
      jest.advanceTimersByTime(30_000);
    }
    expect(said()).toEqual(['The request failed', 'The request failed (ECONNREFUSED) … and 1 more', 'The request failed']);
  });

  it('of another kind are told by themselves', () => {
    fail(gone(), 2);
    fail(new TypeError('x is not a function'), 2);
    fail(gone(), 2, 'Events could not be looked for');
    expect(said()).toEqual(['The request failed', 'The request failed', 'Events could not be looked for']);
  });
});

it('what is no such failure is told each time', () => {
  for (let count = 0; count < 3; count += 1)
    logger.error({ err: gone(), email: 'ada@example.com' }, 'Delete this address by hand');
  expect(said()).toHaveLength(3);
});
