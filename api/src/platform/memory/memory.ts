/** Values that are dear to find and may be a little old. */
export interface Memory<Value> {
  /**
   * What `find` gave lately under this key, or gives now. Askers at the same time share one finding. A value that is past
   * its life but not by far is given once more, while it is found anew.
   */
  get(key: string, find: () => Promise<Value>): Promise<Value>;
  /** What lately was found or kept under this key, if it still is here. */
  recall(key: string): Promise<Value> | undefined;
  /** Keeps a value that was found in passing, in the place of an older one. */
  keep(key: string, value: Value): void;
  /** Lets go of all: something has changed. */
  clear(): void;
}

interface Entry<Value> {
  value: Promise<Value>;
  until: number;
}

/**
 * A {@link Memory}: of at most `size` values, each for `life` milliseconds, and `grace` more while it is found anew.
 * A failure is not remembered.
 */
export function createMemory<Value>({ life, size, grace = 0 }: { life: number; size: number; grace?: number }): Memory<Value> {
  const entries = new Map<string, Entry<Value>>();
  const isPast = (time: number) => time <= Date.now();
  const recall = (key: string) => {
    const kept = entries.get(key);
    return kept !== undefined && !isPast(kept.until) ? kept.value : undefined;
  };
  const store = (key: string, value: Promise<Value>) => {
    const entry = { value, until: Date.now() + life };
    entries.delete(key);
    entries.set(key, entry);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    const [oldest] = entries.keys();
    if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    return value;
  };
  /** The late value, which is found anew behind the asker's back; where that fails, the next one finds it. */
  const renew = (key: string, late: Entry<Value>, find: () => Promise<Value>) => {
    late.until = Date.now() + life;
    const replace = (found: () => void) => entries.get(key) === late && found();
    find().then(
      (value) => replace(() => store(key, Promise.resolve(value))),
      () => replace(() => entries.delete(key)),
    );
    return late.value;
  };
  return {
    get: (key, find) => {
      const late = entries.get(key);
      const isLate = late !== undefined && isPast(late.until) && !isPast(late.until + grace);
      return isLate ? renew(key, late, find) : (recall(key) ?? store(key, find()));
    },
    recall,
    keep: (key, value) => {
      void store(key, Promise.resolve(value));
    },
    clear: () => entries.clear(),
  };
}
