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

/** Lets work begin while less than so much of it is under way; the rest in the order in which it came. */
function gate(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** How much a {@link Memory} keeps, how long (ms), and how much of it is found at once. */
interface MemoryOptions {
  life: number;
  size: number;
  grace?: number;
  atOnce?: number;
}

/**
 * A {@link Memory}: of at most `size` values, each for `life` milliseconds, and `grace` more while it is found anew.
 * At most `atOnce` are found at a time. A failure is not remembered.
 */
export function createMemory<Value>({ life, size, grace = 0, atOnce }: MemoryOptions): Memory<Value> {
  const inTurn = atOnce === undefined ? (find: () => Promise<Value>) => find() : gate(atOnce);
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
    inTurn(find).then(
      (value) => replace(() => store(key, Promise.resolve(value))),
      () => replace(() => entries.delete(key)),
    );
    return late.value;
  };
  return {
    get: (key, find) => {
      const late = entries.get(key);
      const isLate = late !== undefined && isPast(late.until) && !isPast(late.until + grace);
      return isLate ? renew(key, late, find) : (recall(key) ?? store(key, inTurn(find)));
    },
    recall,
    keep: (key, value) => {
      void store(key, Promise.resolve(value));
    },
    clear: () => entries.clear(),
  };
}
