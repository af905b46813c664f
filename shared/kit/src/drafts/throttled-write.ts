const INTERVAL_MS = 300;

export interface ThrottledWrite<Value> {
  push: (value: Value) => void;
  flush: () => void;
  drop: () => void;
}

/** Writes the first value at once, then the latest of each 300 ms. */
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
