export type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/** Serializes tasks of the same name for the tabs of one user, like Web Locks. */
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
