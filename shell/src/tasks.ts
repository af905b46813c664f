/** Lets the page answer to what a person does meanwhile, and React to what it was told. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Evaluates modules one after the other, each in a task of its own: all at once would hold a phone up. */
export async function evaluateApart(modules: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const evaluate of modules) {
    await evaluate();
    await nextTask();
  }
}
