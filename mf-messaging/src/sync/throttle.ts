interface ThrottledTask {
  /** What was asked for while it rests; the last one counts. */
  next: (() => void) | undefined;
}

/** What rests, by what it is done to: those of a query cache go with it. */
const tasksByTarget = new WeakMap<object, Map<string, ThrottledTask>>();

function run(tasks: Map<string, ThrottledTask>, name: string, intervalMs: number, task: () => void): void {
  const scheduled: ThrottledTask = { next: undefined };
  tasks.set(name, scheduled);
  setTimeout(() => {
    tasks.delete(name);
    if (scheduled.next) run(tasks, name, intervalMs, scheduled.next);
  }, intervalMs);
  task();
}

/**
 * Does something now; where the same was done less than `rest` ms ago, once that is over: hundred reasons in a burst do it twice.
 *
 * @param target what it is done to, such as the query cache
 * @param name which task on it
 */
export function throttle(intervalMs: number, target: object, name: string, task: () => void): void {
  const tasks = tasksByTarget.get(target) ?? new Map<string, ThrottledTask>();
  tasksByTarget.set(target, tasks);
  const scheduled = tasks.get(name);
  if (scheduled) scheduled.next = task;
  else run(tasks, name, intervalMs, task);
}
