/** @jest-environment-options {"zone": "America/New_York"} */
import { convertToLocalTime } from './local-time.ts';

it.each([
  ['Rate until December 3 at 14:30 UTC', '2026-11-19T14:30:00.000Z', /^Rate until December 3 at 0?9:30(\sAM)?$/],
  ['Rate until January 2 at 00:05 UTC.', '2026-12-19T00:05:00.000Z', /^Rate until January 1 at (19:05|7:05\sPM)\.$/],
  ['Rate until July 2 at 00:05 UTC', '2026-06-18T00:05:00.000Z', /^Rate until July 1 at (20:05|8:05\sPM)$/],
  ['Sometime 99 at 14:30 UTC', '2026-11-19T14:30:00.000Z', /^Sometime 99 at 14:30 UTC$/],
  ['$180 by December 3, 2026', '2026-11-19T14:30:00.000Z', /^\$180 by December 3, 2026$/],
])('shows %s in local time (product 2.27)', (text, createdAt, shown) => {
  expect(convertToLocalTime(text, createdAt)).toMatch(shown);
});
