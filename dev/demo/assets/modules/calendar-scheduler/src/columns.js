/**
 * Places the events of a day side by side where they overlap: `column` from 0, of `columns`. Events that merely touch share
 * one column.
 */
export function columnsOf(events) {
  const sorted = events.toSorted((one, other) => one.begins - other.begins || other.ends - one.ends);
  const placed = [];
  let group = [];
  let groupEnds = -Infinity;
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    for (const { event, column } of group) placed.push({ ...event, column, columns });
    group = [];
  };
  for (const event of sorted) {
    if (event.begins >= groupEnds) close();
    const taken = new Set(group.filter(({ event: other }) => other.ends > event.begins).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column += 1;
    group.push({ event, column });
    groupEnds = Math.max(group.length === 1 ? -Infinity : groupEnds, event.ends);
  }
  close();
  return placed;
}
