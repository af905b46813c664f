import { addDays, addMonths, weekday } from './days.js';
import { instantOf, wallTimeOf } from './zones.js';

/** More than any calendar shows, and an end for rules that have none. */
const MOST = 5000;

function* daysOf(first, { every, interval = 1, on }) {
  if (every === 'month') {
    for (let count = 0; ; count += interval) {
      const day = addMonths(first, count);
      if (day !== undefined) yield day;
    }
  }
  if (every === 'day') for (let count = 0; ; count += interval) yield addDays(first, count);
  const monday = addDays(first, 1 - weekday(first));
  const days = (on ?? [weekday(first)]).toSorted((a, b) => a - b);
  for (let week = 0; ; week += interval)
    for (const day of days.map((number) => addDays(monday, week * 7 + number - 1))) if (day >= first) yield day;
}

function checkRule({ every, interval = 1, on }) {
  if (!['day', 'week', 'month'].includes(every)) throw new RangeError('Events repeat every day, week or month');
  if (!Number.isInteger(interval) || interval < 1) throw new RangeError('An interval is a whole number from 1');
  if (on !== undefined && (on.length === 0 || on.some((day) => !(day >= 1 && day <= 7))))
    throw new RangeError('Days of the week are 1 to 7');
}

/**
 * When an event takes place between two instants. It begins at the same time by the clocks of its zone, also when they have
 * been moved in between. `except` names days that are left out; `until` is the last day.
 */
export function occurrences({ start, minutes, zone, repeat, except = [] }, from, to) {
  const [first, time] = start.split('T');
  if (repeat !== undefined) checkRule(repeat);
  const found = [];
  let tried = 0;
  for (const day of repeat === undefined ? [first] : daysOf(first, repeat)) {
    tried += 1;
    const begins = instantOf(`${day}T${time}`, zone);
    if (begins >= to || tried > MOST || (repeat?.until !== undefined && day > repeat.until)) break;
    const ends = new Date(begins.getTime() + minutes * 60_000);
    if (ends > from && !except.includes(day)) found.push({ begins, ends, local: wallTimeOf(begins, zone) });
  }
  return found;
}
