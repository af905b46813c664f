import { jest } from '@jest/globals';
import { getLogMessage, recordedLog } from '../testing/recorded-log.ts';
import { ConditionLog } from './condition-log.ts';

let lines: string[];
let condition: ConditionLog;
beforeEach(() => {
  jest.useFakeTimers();
  const recorded = recordedLog('info');
  lines = recorded.lines;
  condition = new ConditionLog(recorded.logger, {
    lasts: (reason) => `lasts (${reason})`,
    ended: 'ended',
  });
});
afterEach(() => void jest.useRealTimers());

const logged = () => lines.map(getLogMessage);

/** A loop detects the condition every two seconds. */
const lastFor = (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 2) {
    condition.reportActive('ECONNREFUSED');
    jest.advanceTimersByTime(2000);
  }
};

it('logs one line when it begins, one a minute while it lasts, and one when it ends', () => {
  condition.reportEnded();
  lastFor(130);
  condition.reportEnded();
  condition.reportEnded();
  expect(logged()).toEqual([
    'lasts (ECONNREFUSED)',
    'lasts (ECONNREFUSED) (60 s so far)',
    'lasts (ECONNREFUSED) (120 s so far)',
    'ended, after 130 s',
  ]);
});

it('counts a condition that begins within a minute of the last line from its begin', () => {
  lastFor(4);
  condition.reportEnded();
  jest.advanceTimersByTime(6000);
  lastFor(60);
  condition.reportEnded();
  expect(logged().slice(2)).toEqual(['lasts (ECONNREFUSED) (50 s so far)', 'ended, after 60 s']);
});

it('logs at most two lines a minute while it flaps', () => {
  for (let times = 0; times < 10; times += 1) {
    lastFor(4);
    condition.reportEnded();
  }
  expect(logged()).toEqual(['lasts (ECONNREFUSED)', 'ended, after 4 s']);
  jest.advanceTimersByTime(60_000);
  lastFor(2);
  expect(logged().at(-1)).toBe('lasts (ECONNREFUSED)');
});
