/** Lets the page answer to what a person does meanwhile, and React to what it was told. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** As {@link nextTask}, and goes on at once where nothing waits, in browsers that know how. */
const yieldToPage = (): Promise<void> =>
  (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.() ?? nextTask();

/** How long, in ms, a task may take before what comes next is left to another. */
const ENOUGH = 5;

/** A server holds nobody up, nor does a page in the background, whose timers wait for a second each. */
const isLookedAt = () => typeof document !== 'undefined' && !document.hidden;

/** Evaluates modules one after the other, in tasks that are as short as modules are: all at once would hold a phone up. */
export async function evaluateApart(modules: readonly (() => unknown)[]): Promise<void> {
  let began = Number.NEGATIVE_INFINITY;
  for (const evaluate of modules) {
    if (isLookedAt() && performance.now() - began > ENOUGH) {
      await yieldToPage();
      began = performance.now();
    }
    await evaluate();
  }
}
