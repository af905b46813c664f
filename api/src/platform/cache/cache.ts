import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

interface CacheOptions {
  size: number;
  ttlMs: number;
  /** Time after `ttlMs` for which a stale value may be returned. */
  staleMs?: number;
  /** Maximum number of concurrent loads. Others wait in order. */
  concurrency?: number;
}

export type Cache<Value extends {}> = ReturnType<typeof createCache<Value>>;

/** Caches values that are expensive to load and may be slightly outdated. Evicts the least recently used; does not cache failures. */
export function createCache<Value extends {}>({ size, ttlMs, staleMs = 0, concurrency = Infinity }: CacheOptions) {
  const limit = pLimit(concurrency);
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    max: size,
    ttl: ttlMs + staleMs,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
    fetchMethod: (_key, _stale, { context: load }) => limit(load),
    // Callers of a load get its value even if the key is evicted or cleared meanwhile.
    ignoreFetchAbort: true,
  });
  /** Returns whether the key has a fresh value, or is being loaded for the first time. */
  const has = (key: string): boolean => cache.getRemainingTTL(key) > staleMs;
  return {
    /** Returns the cached value, or loads it. Concurrent callers share one load. A stale value is returned once more while it is reloaded. */
    fetch: (key: string, load: () => Promise<Value>): Promise<Value> => {
      const remaining = cache.getRemainingTTL(key);
      return cache.forceFetch(key, { context: load, forceRefresh: remaining <= staleMs, allowStale: remaining > 0 });
    },
    has,
    get: (key: string): Value | undefined => (has(key) ? cache.get(key) : undefined),
    getStale: (key: string): Value | undefined => cache.get(key),
    set: (key: string, value: Value): void => void cache.set(key, value),
    /** Loads in progress still resolve, but are not cached. */
    clear: (): void => cache.clear(),
    delete: (key: string): void => void cache.delete(key),
    /** Deletes and returns matching values, also stale ones. Results of loads in progress are still cached. */
    deleteWhere: (isMatch: (value: Value) => boolean): Value[] => {
      // Not entries(), which leaves out values that are being reloaded.
      const matches = new Map<string, Value>();
      cache.forEach((value, key) => {
        if (isMatch(value)) matches.set(key, value);
      });
      for (const key of matches.keys()) cache.delete(key);
      return [...matches.values()];
    },
  };
}

/** Caches immutable bytes; an entry may take a quarter of `maxBytes`. Missing keys and failures are not cached. */
export function createByteCache(
  read: (key: string) => Promise<Buffer | undefined>,
  maxBytes: number,
): (key: string) => Promise<Buffer | undefined> {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    // The library rejects a size of 0.
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (key) => read(key),
    ignoreFetchAbort: true,
  });
  return (key) => cache.fetch(key);
}
