import { clockText } from '../days/day-text.ts';
import { inLocalTime } from './local-time.ts';

const local = (time: string) => {
  const moment = Date.parse(time);
  const day = new Date(moment).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
  return `${day} at ${clockText(moment)}`;
};

it.each([
  ['Rate until December 3 at 14:30 UTC', '2026-11-19T14:30:00.000Z', `Rate until ${local('2026-12-03T14:30:00Z')}`],
  ['Rate until January 2 at 00:05 UTC.', '2026-12-19T00:05:00.000Z', `Rate until ${local('2027-01-02T00:05:00Z')}.`],
  ['Sometime 99 at 14:30 UTC', '2026-11-19T14:30:00.000Z', 'Sometime 99 at 14:30 UTC'],
  ['$180 by December 3, 2026', '2026-11-19T14:30:00.000Z', '$180 by December 3, 2026'],
])('%s is shown in the time of the device (product 2.27)', (text, createdAt, shown) => {
  expect(inLocalTime(text, createdAt)).toBe(shown);
});
