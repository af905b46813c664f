/** Values that are dear to find and may be a little old. */
export interface Memory<Value> {
  /** What `find` gave lately under this key, or gives now. Askers at the same time share one finding. */
  get(key: string, find: () => Promise<Value>): Promise<Value>;
  /** What lately was found or kept under this key, if it still is here. */
  recall(key: string): Promise<Value> | undefined;
  /** Keeps a value that was found in passing, in the place of an older one. */
  keep(key: string, value: Value): void;
  /** Lets go of all: something has changed. */
  clear(): void;
}

/**
 * A {@link Memory}: of at most `size` values, each for `life` milliseconds.
 * A failure is not remembered.
 */
export function createMemory<Value>({ life, size }: { life: number; size: number }): Memory<Value> {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  const recall = (key: string) => {
    const kept = entries.get(key);
    return kept !== undefined && kept.until > Date.now() ? kept.value : undefined;
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
  return {
    get: (key, find) => recall(key) ?? store(key, find()),
    recall,
    keep: (key, value) => {
      void store(key, Promise.resolve(value));
    },
    clear: () => entries.clear(),
  };
}
