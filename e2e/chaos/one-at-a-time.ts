/** Runs a task while no other of the same name runs. */
export type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/** What Web Locks are to the tabs of one browser, for the tabs of one person here. */
export function createLock(): Lock {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (last.get(name) ?? Promise.resolve()).then(task, task);
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}
