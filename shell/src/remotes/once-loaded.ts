/** Something that loads when it is first needed; a failure is not kept, so that a retry really retries. */
export interface OnceLoaded<Value> {
  /** @throws what the load threw */
  load: () => Promise<Value>;
  /** The value when it is there. */
  value: () => Value | undefined;
}

/** Wraps a dynamic import: calls share one load, and only success is remembered. */
export function onceLoaded<Value>(fetch: () => Promise<Value>): OnceLoaded<Value> {
  let value: Value | undefined;
  let pending: Promise<Value> | undefined;
  return {
    value: () => value,
    load() {
      if (value !== undefined) return Promise.resolve(value);
      pending ??= fetch()
        .then((loaded) => (value = loaded))
        .finally(() => (pending = undefined));
      return pending;
    },
  };
}
