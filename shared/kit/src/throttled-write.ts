/** Typing writes at most this often. */
const INTERVAL_MS = 300;

export interface ThrottledWrite<Value> {
  /** Writes the value at once, or when the interval since the last write has passed, unless another one follows. */
  push: (value: Value) => void;
  /** Writes what waits, at once. */
  flush: () => void;
  /** Forgets what waits. */
  drop: () => void;
}

/** Writes the first of many values at once, and of those that follow within 300 ms the last. */
export function throttledWrite<Value>(write: (value: Value) => void): ThrottledWrite<Value> {
  let pending: { value: Value } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  }
  function flush(): void {
    const latest = pending;
    drop();
    if (latest) write(latest.value);
  }
  function tick(): void {
    if (!pending) return drop();
    flush();
    timer = setTimeout(tick, INTERVAL_MS);
  }
  function push(value: Value): void {
    pending = { value };
    if (timer === undefined) tick();
  }
  return { push, flush, drop };
}
