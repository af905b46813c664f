/** Yields to input events and React's scheduled work. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Like {@link nextTask}, but continues immediately if no work is queued, in browsers with `scheduler.yield`. */
const yieldToBrowser = (): Promise<void> =>
  (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.() ?? nextTask();

const TASK_BUDGET_MS = 5;

/** False on the server, and in background tabs, which throttle timers to one per second. */
const isPageVisible = () => typeof document !== 'undefined' && !document.hidden;

/** Evaluates modules in order and yields between them after 5 ms, so that a slow phone stays responsive. */
export async function evaluateSequentially(modules: readonly (() => unknown)[]): Promise<void> {
  let taskStartedAt = Number.NEGATIVE_INFINITY;
  for (const evaluate of modules) {
    if (isPageVisible() && performance.now() - taskStartedAt > TASK_BUDGET_MS) {
      await yieldToBrowser();
      taskStartedAt = performance.now();
    }
    await evaluate();
  }
}
