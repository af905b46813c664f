/** Something that loads when it is first needed; a failure is not kept, so that a retry really retries. */
export interface OnceLoaded<Value, Options extends unknown[] = []> {
  /** @throws what the load threw */
  load: (...options: Options) => Promise<Value>;
  /** The value when it is there. */
  value: () => Value | undefined;
}

/** Wraps a dynamic import: calls share one load (with the options of the call that began it), and only success is remembered. */
export function onceLoaded<Value, Options extends unknown[] = []>(
  fetch: (...options: Options) => Promise<Value>,
): OnceLoaded<Value, Options> {
  let value: Value | undefined;
  let pending: Promise<Value> | undefined;
  return {
    value: () => value,
    load(...options) {
      if (value !== undefined) return Promise.resolve(value);
      pending ??= fetch(...options)
        .then((loaded) => (value = loaded))
        .finally(() => (pending = undefined));
      return pending;
    },
  };
}
