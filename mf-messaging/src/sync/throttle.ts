interface Turn {
  /** What was asked for while it rests; the last one counts. */
  next: (() => void) | undefined;
}

/** What rests, by what it is done to: those of a query cache go with it. */
const resting = new WeakMap<object, Map<string, Turn>>();

function run(turns: Map<string, Turn>, name: string, rest: number, task: () => void): void {
  const turn: Turn = { next: undefined };
  turns.set(name, turn);
  setTimeout(() => {
    turns.delete(name);
    if (turn.next) run(turns, name, rest, turn.next);
  }, rest);
  task();
}

/**
 * Does something now; where the same was done less than `rest` ms ago, once that is over: hundred reasons in a burst do it twice.
 *
 * @param target what it is done to, such as the query cache
 * @param name which task on it
 */
export function throttle(rest: number, target: object, name: string, task: () => void): void {
  const turns = resting.get(target) ?? new Map<string, Turn>();
  resting.set(target, turns);
  const turn = turns.get(name);
  if (turn) turn.next = task;
  else run(turns, name, rest, task);
}
