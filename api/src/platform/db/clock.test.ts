import { Gauge } from 'prom-client';
import { getLogMessage, recordedLog } from '../../testing/recorded-log.ts';
import { clockOffset, watchClock } from './clock.ts';
import type { Db } from './connect.ts';

it.each([
  ['ahead', 5000, 1000, 5100, 4000],
  ['behind', 1000, 5000, 1100, -3900],
  ['right: the database read its clock in between', 1000, 1050, 1100, 0],
])('a clock is %s', (_how, sent, now, received, offset) => {
  expect(clockOffset(sent, now, received)).toBe(offset);
});

it('exports an offset of more than 30 s, and logs it once until the clock is correct again', async () => {
  const { lines, logger } = recordedLog('info');
  const gauge = new Gauge({ name: 'offset', help: 'of this test', registers: [] });
  let ahead = 0;
  // The watch runs no other query.
  const db = { execute: async () => ({ rows: [{ now: Date.now() - ahead }] }) } as unknown as Db;
  const clock = watchClock(db, logger, gauge);
  for (ahead of [20_000, 45_000, 45_000, 0]) await clock.compare();
  expect(lines.map(getLogMessage)).toEqual([
    expect.stringMatching(/^The clock of this machine is 45 s ahead of that of the database: .*NTP$/),
    'The clock of this machine agrees with that of the database again, after 0 s',
  ]);
  ahead = -60_000;
  await clock.compare();
  expect(Math.round((await gauge.get()).values[0]?.value ?? 0)).toBe(-60);
});
