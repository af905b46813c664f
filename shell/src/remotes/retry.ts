const MAX_ATTEMPTS = 2;
const RETRY_DELAY_MS = 250;

const waitForRetry = () => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));

/** Retries once. @param retryWindowMs no retry after this time, if a fallback exists */
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

/** Loads on first use. Failures are not cached. */
export interface MemoizedLoad<Value, Options extends unknown[] = []> {
  load: (...options: Options) => Promise<Value>;
  getValue: () => Value | undefined;
}

/** Shares one load among concurrent calls, with the options of the first. */
export function memoizeLoad<Value, Options extends unknown[] = []>(
  fetch: (...options: Options) => Promise<Value>,
): MemoizedLoad<Value, Options> {
  let value: Value | undefined;
  let pending: Promise<Value> | undefined;
  return {
    getValue: () => value,
    load(...options) {
      if (value !== undefined) return Promise.resolve(value);
      pending ??= fetch(...options)
        .then((loaded) => (value = loaded))
        .finally(() => (pending = undefined));
      return pending;
    },
  };
}
