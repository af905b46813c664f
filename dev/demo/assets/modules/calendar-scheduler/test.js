import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, instantOf, monthGrid, occurrences, wallTimeOf } from './src/index.js';

const BERLIN = 'Europe/Berlin';
const between = (from, to) => [new Date(from), new Date(to)];

test('a meeting at nine stays at nine when the clocks go forward', () => {
  const event = { start: '2026-03-27T09:00', minutes: 30, zone: BERLIN, repeat: { every: 'day' } };
  const found = occurrences(event, ...between('2026-03-27', '2026-03-31'));
  assert.deepEqual(
    found.map(({ local }) => local.slice(11)),
    ['09:00', '09:00', '09:00', '09:00'],
  );
  assert.deepEqual(
    found.map(({ begins }) => begins.toISOString().slice(11, 16)),
    ['08:00', '08:00', '07:00', '07:00'],
  );
});

test('a time that is skipped is later, one that comes twice is the first', () => {
  assert.equal(instantOf('2026-03-29T02:30', BERLIN).toISOString(), '2026-03-29T01:30:00.000Z');
  assert.equal(instantOf('2026-10-25T02:30', BERLIN).toISOString(), '2026-10-25T00:30:00.000Z');
});

test('times come back from every zone', () => {
  for (const zone of ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia', 'UTC'])
    assert.equal(wallTimeOf(instantOf('2026-07-01T13:45', zone), zone), '2026-07-01T13:45');
});

test('weeks have their days, every other one if it is said, without exceptions', () => {
  const event = {
    start: '2026-11-04T10:00',
    minutes: 60,
    zone: 'UTC',
    repeat: { every: 'week', interval: 2, on: [1, 3] },
    except: ['2026-11-18'],
  };
  assert.deepEqual(
    occurrences(event, ...between('2026-11-01', '2026-12-05')).map(({ local }) => local.slice(0, 10)),
    ['2026-11-04', '2026-11-16', '2026-11-30', '2026-12-02'],
  );
});

test('the 31st is left out of short months', () => {
  const event = { start: '2026-01-31T08:00', minutes: 5, zone: 'UTC', repeat: { every: 'month', until: '2026-07-31' } };
  const found = occurrences(event, ...between('2026-01-01', '2027-01-01'));
  assert.deepEqual(
    found.map(({ local }) => local.slice(5, 7)),
    ['01', '03', '05', '07'],
  );
});

test('a month has whole weeks, beginning as one likes', () => {
  const november = monthGrid(2026, 11);
  assert.equal(november.length, 6);
  assert.deepEqual(november[0][0], { day: '2026-10-26', inMonth: false });
  assert.equal(monthGrid(2026, 11, 7)[0][0].day, '2026-11-01');
});

test('events that overlap stand side by side', () => {
  const event = (name, begins, ends) => ({ name, begins, ends });
  const placed = columnsOf([event('a', 0, 60), event('b', 30, 90), event('c', 60, 120), event('d', 120, 150)]);
  assert.deepEqual(
    placed.map(({ name, column, columns }) => `${name}${column}/${columns}`),
    ['a0/2', 'b1/2', 'c0/2', 'd0/1'],
  );
});
