import { addDays, weekday } from './days.js';

/** The weeks of a month (1 to 12) as a page shows them, with days of its neighbours; `firstDay` 1 is Monday, 7 is Sunday. */
export function monthGrid(year, month, firstDay = 1) {
  const name = `${year}-${String(month).padStart(2, '0')}`;
  const first = `${name}-01`;
  const start = addDays(first, -((weekday(first) - firstDay + 7) % 7));
  const weeks = [];
  for (let day = start; day.slice(0, 7) <= name; day = addDays(day, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => ({ day: addDays(day, index), inMonth: addDays(day, index).startsWith(name) })),
    );
  return weeks;
}
