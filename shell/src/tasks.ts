/** Lets the page answer to what a person does meanwhile, and React to what it was told. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** As {@link nextTask}, and goes on at once where nothing waits, in browsers that know how. */
const yieldToBrowser = (): Promise<void> =>
  (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.() ?? nextTask();

/** How long, in ms, a task may take before what comes next is left to another. */
const TASK_BUDGET_MS = 5;

/** A server holds nobody up, nor does a page in the background, whose timers wait for a second each. */
const isPageVisible = () => typeof document !== 'undefined' && !document.hidden;

/** Evaluates modules one after the other, in tasks that are as short as modules are: all at once would hold a phone up. */
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
