/** Runs the task while no other tab of this browser runs one of that name; resolves after it. */
export type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/**
 * Web Locks: the browser passes the lock on when its holder closes or crashes. Where there are none (an old browser, a page
 * that is not served securely) every tab runs its task: messages may go out twice then, and the server stores each once.
 */
export const tabLock: Lock = async (name, task) => {
  // Typed as always there, which it is not.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks === undefined) return task();
  await locks.request(name, task);
};
