/** Values that are dear to find and may be a little old. */
export interface Memory<Value> {
  /** What `find` gave lately under this key, or gives now. Askers at the same time share one finding. */
  get(key: string, find: () => Promise<Value>): Promise<Value>;
  /** Lets go of all: something has changed. */
  clear(): void;
}

/**
 * A {@link Memory}: of at most `size` values, each for `life` milliseconds.
 * A failure is not remembered.
 */
export function createMemory<Value>({ life, size }: { life: number; size: number }): Memory<Value> {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    get: (key, find) => {
      const kept = entries.get(key);
      if (kept !== undefined && kept.until > Date.now()) return kept.value;
      const entry = { value: find(), until: Date.now() + life };
      entries.delete(key);
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
