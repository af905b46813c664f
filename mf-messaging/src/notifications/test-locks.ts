type Task = () => Promise<unknown>;

/** Replaces the Web Locks that all "tabs" of a test share; jsdom has none. */
export function fakeLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const names: string[] = [];
  const request = (name: string, task: Task) => {
    names.push(name);
    const result = (queues.get(name) ?? Promise.resolve()).then(task).finally(() => names.splice(names.indexOf(name), 1));
    queues.set(name, result);
    return result;
  };
  const query = async () => ({ held: names.map((name) => ({ name })), pending: [] });
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
}
