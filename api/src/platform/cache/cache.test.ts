import { jest } from '@jest/globals';
import { createByteCache, createCache } from './cache.ts';

/** A finder that gives 1, then 2, and so on. */
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
  /** What has begun by itself meanwhile goes on. */
  const settle = () => pass(0);

  it('finds once, and again when the value is too old', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const find = counter();
    expect(await cache.fetch('a', find)).toBe(1);
    await pass(999);
    expect(await cache.fetch('a', find)).toBe(1);
    await pass(1);
    expect(await cache.fetch('a', find)).toBe(2);
  });

  it('shares one finding among all who ask meanwhile', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const find = counter();
    expect(await Promise.all([cache.fetch('a', find), cache.fetch('a', find), cache.fetch('b', find)])).toEqual([1, 1, 2]);
  });

  it('lets go of all when something has changed', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    const find = counter();
    await cache.fetch('a', find);
    cache.clear();
    expect(await cache.fetch('a', find)).toBe(2);
  });

  it('gives who waits what was found before that, and does not keep it', async () => {
    const cache = createCache<string>({ ttlMs: 1000, size: 10 });
    let find = (_value: string) => {};
    const waiting = cache.fetch('a', () => new Promise((resolve) => (find = resolve)));
    await settle();
    expect(cache.has('a')).toBe(true);
    cache.clear();
    expect(cache.has('a')).toBe(false);
    find('of before');
    expect(await waiting).toBe('of before');
    expect(await cache.fetch('a', async () => 'of now')).toBe('of now');
  });

  it('lets go of what something has changed for, and of nothing else', async () => {
    const cache = createCache<string>({ ttlMs: 1000, staleMs: 500, size: 10 });
    for (const value of ['a', 'b', 'c']) cache.set(value, value);
    await pass(1200);
    let find = (_value: string) => {};
    const waiting = cache.fetch('d', () => new Promise((resolve) => (find = resolve)));
    await settle();
    cache.deleteWhere((value) => value !== 'b');
    expect(['a', 'b', 'c'].map((key) => cache.getStale(key))).toEqual([undefined, 'b', undefined]);
    find('d');
    await waiting;
    expect(cache.get('d')).toBe('d');
  });

  it('does not remember a failure', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    await expect(cache.fetch('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await cache.fetch('a', counter())).toBe(1);
  });

  it('finds no more at once than it may, and the rest in turn', async () => {
    const cache = createCache<string>({ ttlMs: 1000, size: 10, concurrency: 2 });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const finding = ['a', 'b', 'c', 'd'].map((key) =>
      cache.fetch(key, () => {
        begun.push(key);
        return new Promise((resolve, reject) => ends.set(key, () => (key === 'b' ? reject(new Error('gone')) : resolve(key))));
      }),
    );
    await settle();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.();
    await expect(finding[1]).rejects.toThrow('gone');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('c')?.();
    await finding[2];
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (const end of ends.values()) end();
    expect(await Promise.all([finding[0], finding[2], finding[3]])).toEqual(['a', 'c', 'd']);
  });

  it('lets go of the oldest when it is full', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 2 });
    const find = counter();
    for (const key of ['a', 'b', 'c']) await cache.fetch(key, find);
    expect(await cache.fetch('c', find)).toBe(3);
    expect(await cache.fetch('a', find)).toBe(4);
  });

  it('keeps what was found in passing, and gives it while it lives', async () => {
    const cache = createCache<number>({ ttlMs: 1000, size: 10 });
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', 1);
    cache.set('a', 2);
    expect(cache.get('a')).toBe(2);
    expect(await cache.fetch('a', counter())).toBe(2);
    await pass(1000);
    expect(cache.get('a')).toBeUndefined();
  });

  it('says what is past its life where it is asked for late, until its grace is over, too', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    cache.set('a', 1);
    await pass(1200);
    expect([cache.get('a'), cache.getStale('a')]).toEqual([undefined, 1]);
    await pass(400);
    expect(cache.getStale('a')).toBeUndefined();
  });

  it('gives a late value once more while it is found anew', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    const find = counter();
    await cache.fetch('a', find);
    await pass(1499);
    expect(await Promise.all([cache.fetch('a', find), cache.fetch('a', find)])).toEqual([1, 1]);
    await settle();
    expect(await cache.fetch('a', find)).toBe(2);
    await pass(1500);
    expect(await cache.fetch('a', find)).toBe(3);
  });

  it('finds anew for the next asker where that has failed', async () => {
    const cache = createCache<number>({ ttlMs: 1000, staleMs: 500, size: 10 });
    await cache.fetch('a', async () => 1);
    await pass(1000);
    expect(await cache.fetch('a', () => Promise.reject(new Error('gone')))).toBe(1);
    await settle();
    expect(await cache.fetch('a', async () => 2)).toBe(2);
  });
});

function countedRead(size: number) {
  const asked: string[] = [];
  const read = (key: string) => {
    asked.push(key);
    return Promise.resolve(key === 'missing' ? undefined : Buffer.alloc(size, key));
  };
  return { asked, read };
}

describe('a cache of bytes', () => {
  it('reads once what is asked for often, also at the same time', async () => {
    const { asked, read } = countedRead(10);
    const cache = createByteCache(read, 100);
    const [one, two] = await Promise.all([cache('a'), cache('a')]);
    expect(await cache('a')).toBe(one);
    expect(two).toBe(one);
    expect(asked).toEqual(['a']);
  });

  it('forgets what nobody asked for the longest time', async () => {
    const { asked, read } = countedRead(25);
    const cache = createByteCache(read, 100);
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'c', 'b']) await cache(key);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  it('lets nothing big push everything else out', async () => {
    const { asked, read } = countedRead(26);
    const cache = createByteCache(read, 100);
    await cache('a');
    await cache('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('keeps what has no bytes, too', async () => {
    const { asked, read } = countedRead(0);
    const cache = createByteCache(read, 100);
    expect(await cache('a')).toHaveLength(0);
    await cache('a');
    expect(asked).toEqual(['a']);
  });

  it('asks again for what is missing, and after a failure', async () => {
    const { asked, read } = countedRead(10);
    const cache = createByteCache(read, 100);
    expect(await cache('missing')).toBeUndefined();
    expect(await cache('missing')).toBeUndefined();
    expect(asked).toHaveLength(2);
    let fails = true;
    const flaky = createByteCache((key) => (fails ? Promise.reject(new Error('gone')) : read(key)), 100);
    await expect(flaky('a')).rejects.toThrow('gone');
    fails = false;
    expect(await flaky('a')).toHaveLength(10);
  });
});
