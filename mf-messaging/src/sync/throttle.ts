interface ThrottledTask {
  next: (() => void) | undefined;
}

/** Weak, so that tasks are released with their query cache. */
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

/** Runs a task now, or at the end of the interval if the task `name` of `target` ran less than `intervalMs` ago. */
export function throttle(intervalMs: number, target: object, name: string, task: () => void): void {
  const tasks = tasksByTarget.get(target) ?? new Map<string, ThrottledTask>();
  tasksByTarget.set(target, tasks);
  const scheduled = tasks.get(name);
  if (scheduled) scheduled.next = task;
  else run(tasks, name, intervalMs, task);
}
