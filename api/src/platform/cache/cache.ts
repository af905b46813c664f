import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** Values that are dear to find and may be a little old. */
export interface Cache<Value> {
  /**
   * The value under a key, or what `find` gives now. Askers at the same time share one finding. A value that is past its
   * life but not past its grace is given once more, while it is found anew.
   */
  fetch(key: string, find: () => Promise<Value>): Promise<Value>;
  /** Whether the value under a key is not past its life, or is just being found for the first time. */
  has(key: string): boolean;
  /** The value under a key, if it is here and not past its life. */
  get(key: string): Value | undefined;
  /** The same, also past its life: what is told once more while it is found anew. */
  getStale(key: string): Value | undefined;
  /** Keeps a value that was found in passing, in the place of an older one. */
  set(key: string, value: Value): void;
  /** Lets go of all: something has changed. Who waits for a value is given it, and it is not kept. */
  clear(): void;
  /** Lets go of the values, also past their life, that something has changed for. Those that are being found are kept. */
  deleteWhere(isChanged: (value: Value) => boolean): void;
}

/** How many values a {@link Cache} keeps, how long (ms), how much longer while one is found anew, and how many are found at once. */
interface CacheOptions {
  size: number;
  ttlMs: number;
  staleMs?: number;
  concurrency?: number;
}

/**
 * A {@link Cache} of at most `size` values, each for `life` milliseconds, and `grace` more while it is found anew. At most
 * `atOnce` are found at a time, the others in the order in which they were asked for. A failure is not kept.
 */
export function createCache<Value extends {}>({ size, ttlMs, staleMs = 0, concurrency = Infinity }: CacheOptions): Cache<Value> {
  const limit = pLimit(concurrency);
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    max: size,
    ttl: ttlMs + staleMs,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
    fetchMethod: (_key, _late, { context: find }) => limit(find),
    // Who waits for a value that is pushed out or cleared meanwhile is given it all the same.
    ignoreFetchAbort: true,
  });
  const has = (key: string) => cache.getRemainingTTL(key) > staleMs;
  return {
    fetch: (key, find) => {
      const left = cache.getRemainingTTL(key);
      return cache.forceFetch(key, { context: find, forceRefresh: left <= staleMs, allowStale: left > 0 });
    },
    has,
    get: (key) => (has(key) ? cache.get(key) : undefined),
    getStale: (key) => cache.get(key),
    set: (key, value) => void cache.set(key, value),
    clear: () => cache.clear(),
    deleteWhere: (isChanged) => {
      const changed: string[] = [];
      cache.forEach((value, key) => {
        if (isChanged(value)) changed.push(key);
      });
      for (const key of changed) cache.delete(key);
    },
  };
}

/**
 * Keeps what was read last, where what is under a key never changes.
 * @param read asked once for all who want the same key at the same time; what is missing, or fails, is asked for again
 * @param limit how many bytes are kept, a quarter of it under one key: those that nobody asked for the longest time go first
 */
export function createByteCache(
  read: (key: string) => Promise<Buffer | undefined>,
  limit: number,
): (key: string) => Promise<Buffer | undefined> {
  const cache = new LRUCache<string, Buffer>({
    maxSize: limit,
    maxEntrySize: limit / 4,
    // An empty file counts, too: the library refuses a size of nothing.
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (key) => read(key),
    ignoreFetchAbort: true,
  });
  return (key) => cache.fetch(key);
}
