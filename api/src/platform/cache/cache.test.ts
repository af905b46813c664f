import { jest } from '@jest/globals';
import { createByteCache, createCache } from './cache.ts';

/** A loader that returns 1, then 2, and so on. */
function counter(): () => Promise<number> {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

describe('a cache', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  const settle = () => pass(0);

  it('loads a value once, and again after its TTL', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const load = counter();
    expect(await cache.fetch('a', load)).toBe(1);
    await pass(999);
    expect(await cache.fetch('a', load)).toBe(1);
    await pass(1);
    expect(await cache.fetch('a', load)).toBe(2);
  });

  it('shares one load among concurrent callers', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const load = counter();
    expect(await Promise.all([cache.fetch('a', load), cache.fetch('a', load), cache.fetch('b', load)])).toEqual([1, 1, 2]);
  });

  it('loads again after clear()', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const load = counter();
    await cache.fetch('a', load);
    cache.clear();
    expect(await cache.fetch('a', load)).toBe(2);
  });

  it('resolves a load that was in progress during clear(), without caching it', async () => {
    const cache = createCache<string>({ ttlMs: 1000, size: 10 });
    let finishLoad = (_value: string) => {};
    const waiting = cache.fetch('a', () => new Promise((resolve) => (finishLoad = resolve)));
    await settle();
    expect(cache.has('a')).toBe(true);
    cache.clear();
    expect(cache.has('a')).toBe(false);
    finishLoad('old');
    expect(await waiting).toBe('old');
    expect(await cache.fetch('a', async () => 'new')).toBe('new');
  });

  it('removes only matching values with deleteWhere()', async () => {
    const cache = createCache<string>({ ttlMs: 1000, staleMs: 500, size: 10 });
    for (const value of ['a', 'b', 'c']) cache.set(value, value);
    await pass(1200);
    let finishLoad = (_value: string) => {};
    const waiting = cache.fetch('d', () => new Promise((resolve) => (finishLoad = resolve)));
    await settle();
    cache.deleteWhere((value) => value !== 'b');
    expect(['a', 'b', 'c'].map((key) => cache.getStale(key))).toEqual([undefined, 'b', undefined]);
    finishLoad('d');
    await waiting;
    expect(cache.get('d')).toBe('d');
  });

  it('does not cache a failure', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    await expect(cache.fetch('a', () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
    expect(await cache.fetch('a', counter())).toBe(1);
  });

  it('limits concurrent loads and queues the rest in order', async () => {
    const cache = createCache<string>({ ttlMs: 1000, size: 10, concurrency: 2 });
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const loads = ['a', 'b', 'c', 'd'].map((key) =>
      cache.fetch(key, () => {
        started.push(key);
        return new Promise((resolve, reject) =>
          ends.set(key, () => (key === 'b' ? reject(new Error('unavailable')) : resolve(key))),
        );
      }),
    );
    await settle();
    expect(started).toEqual(['a', 'b']);
    ends.get('b')?.();
    await expect(loads[1]).rejects.toThrow('unavailable');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    ends.get('c')?.();
    await loads[2];
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    for (const end of ends.values()) end();
    expect(await Promise.all([loads[0], loads[2], loads[3]])).toEqual(['a', 'c', 'd']);
  });

  it('evicts the least recently used value when it is full', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 2 });
    const load = counter();
    for (const key of ['a', 'b', 'c']) await cache.fetch(key, load);
    expect(await cache.fetch('c', load)).toBe(3);
    expect(await cache.fetch('a', load)).toBe(4);
  });

  it('returns a value that was set until its TTL ends', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', 1);
    cache.set('a', 2);
    expect(cache.get('a')).toBe(2);
    expect(await cache.fetch('a', counter())).toBe(2);
    await pass(1000);
    expect(cache.get('a')).toBeUndefined();
  });

  it('returns a stale value only from getStale(), until staleMs ends', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    cache.set('a', 1);
    await pass(1200);
    expect([cache.get('a'), cache.getStale('a')]).toEqual([undefined, 1]);
    await pass(400);
    expect(cache.getStale('a')).toBeUndefined();
  });

  it('returns a stale value once more while it is reloaded', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    const load = counter();
    await cache.fetch('a', load);
    await pass(1499);
    expect(await Promise.all([cache.fetch('a', load), cache.fetch('a', load)])).toEqual([1, 1]);
    await settle();
    expect(await cache.fetch('a', load)).toBe(2);
    await pass(1500);
    expect(await cache.fetch('a', load)).toBe(3);
  });

  it('loads again for the next caller if the reload failed', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    await cache.fetch('a', async () => 1);
    await pass(1000);
    expect(await cache.fetch('a', () => Promise.reject(new Error('unavailable')))).toBe(1);
    await settle();
    expect(await cache.fetch('a', async () => 2)).toBe(2);
  });
});

function countedRead(size: number) {
  const reads: string[] = [];
  const read = (key: string) => {
    reads.push(key);
    return Promise.resolve(key === 'missing' ? undefined : Buffer.alloc(size, key));
  };
  return { reads, read };
}

describe('a byte cache', () => {
  it('reads a key once, also for concurrent callers', async () => {
    const { reads, read } = countedRead(10);
    const cache = createByteCache(read, 100);
    const [one, two] = await Promise.all([cache('a'), cache('a')]);
    expect(await cache('a')).toBe(one);
    expect(two).toBe(one);
    expect(reads).toEqual(['a']);
  });

  it('evicts the least recently used key', async () => {
    const { reads, read } = countedRead(25);
    const cache = createByteCache(read, 100);
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'c', 'b']) await cache(key);
    expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  it('does not cache an entry larger than a quarter of the limit', async () => {
    const { reads, read } = countedRead(26);
    const cache = createByteCache(read, 100);
    await cache('a');
    await cache('a');
    expect(reads).toEqual(['a', 'a']);
  });

  it('caches an empty file', async () => {
    const { reads, read } = countedRead(0);
    const cache = createByteCache(read, 100);
    expect(await cache('a')).toHaveLength(0);
    await cache('a');
    expect(reads).toEqual(['a']);
  });

  it('reads again after a missing key and after a failure', async () => {
    const { reads, read } = countedRead(10);
    const cache = createByteCache(read, 100);
    expect(await cache('missing')).toBeUndefined();
    expect(await cache('missing')).toBeUndefined();
    expect(reads).toHaveLength(2);
    let fails = true;
    const flaky = createByteCache((key) => (fails ? Promise.reject(new Error('unavailable')) : read(key)), 100);
    await expect(flaky('a')).rejects.toThrow('unavailable');
    fails = false;
    expect(await flaky('a')).toHaveLength(10);
  });
});
