const MAX_ATTEMPTS = 2;
/** Milliseconds between two tries: a host that restarts is often back by then. */
const RETRY_DELAY_MS = 250;

const waitForRetry = () => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));

/**
 * Fetches something of a remote: what fails is tried once more.
 *
 * @param retryWindowMs milliseconds after which there is no further try: something else can take its place
 * @throws what the last try threw
 */
export async function retry<Value>(fetch: () => Promise<Value>, retryWindowMs = Infinity): Promise<Value> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || performance.now() - startedAt >= retryWindowMs) throw error;
      await waitForRetry();
    }
  }
}

/** Something that loads when it is first needed; a failure is not kept, so that a retry really retries. */
export interface MemoizedLoad<Value, Options extends unknown[] = []> {
  /** @throws what the load threw */
  load: (...options: Options) => Promise<Value>;
  /** The value when it is there. */
  value: () => Value | undefined;
}

/** Wraps a dynamic import: calls share one load (with the options of the call that began it), and only success is remembered. */
export function memoizeLoad<Value, Options extends unknown[] = []>(
  fetch: (...options: Options) => Promise<Value>,
): MemoizedLoad<Value, Options> {
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
