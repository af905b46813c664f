interface Throttled<Value> {
  /** Runs at once, or at the end of the current interval unless another value follows. */
  push: (value: Value) => void;
  flush: () => void;
  drop: () => void;
}

/** Runs with the first value at once, then with the latest of each interval. */
export function throttle<Value = void>(run: (value: Value) => void, intervalMs: number): Throttled<Value> {
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
    if (latest) run(latest.value);
  }
  function tick(): void {
    if (!pending) return drop();
    flush();
    timer = setTimeout(tick, intervalMs);
  }
  function push(value: Value): void {
    pending = { value };
    if (timer === undefined) tick();
  }
  return { push, flush, drop };
}

/** Throttles separately for each target, such as a query client; releases targets that are no longer used. */
export function throttleEach<Target extends object, Value = void>(
  run: (target: Target, value: Value) => void,
  intervalMs: number,
): (target: Target, value: Value) => void {
  const throttledByTarget = new WeakMap<Target, Throttled<Value>>();
  return (target, value) => {
    const throttled = throttledByTarget.get(target) ?? throttle<Value>((latest) => run(target, latest), intervalMs);
    throttledByTarget.set(target, throttled);
    throttled.push(value);
  };
}
