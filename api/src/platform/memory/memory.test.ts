import { jest } from '@jest/globals';
import { createMemory } from './memory.ts';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** A finder that gives 1, then 2, and so on. */
function counter(): () => Promise<number> {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

describe('a memory', () => {
  it('finds once, and again when the value is too old', async () => {
    const memory = createMemory<number>({ life: 1000, size: 10 });
    const find = counter();
    expect(await memory.get('a', find)).toBe(1);
    jest.setSystemTime(999);
    expect(await memory.get('a', find)).toBe(1);
    jest.setSystemTime(1000);
    expect(await memory.get('a', find)).toBe(2);
  });

  it('shares one finding among all who ask meanwhile', async () => {
    const memory = createMemory<number>({ life: 1000, size: 10 });
    const find = counter();
    expect(await Promise.all([memory.get('a', find), memory.get('a', find), memory.get('b', find)])).toEqual([1, 1, 2]);
  });

  it('lets go of all when something has changed', async () => {
    const memory = createMemory<number>({ life: 1000, size: 10 });
    const find = counter();
    await memory.get('a', find);
    memory.clear();
    expect(await memory.get('a', find)).toBe(2);
  });

  it('does not remember a failure', async () => {
    const memory = createMemory<number>({ life: 1000, size: 10 });
    await expect(memory.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await memory.get('a', counter())).toBe(1);
  });

  it('finds no more at once than it may, and the rest in turn', async () => {
    const memory = createMemory<string>({ life: 1000, size: 10, atOnce: 2 });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const finding = ['a', 'b', 'c', 'd'].map((key) =>
      memory.get(key, () => {
        begun.push(key);
        return new Promise((resolve, reject) => ends.set(key, () => (key === 'b' ? reject(new Error('gone')) : resolve(key))));
      }),
    );
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.();
    await expect(finding[1]).rejects.toThrow('gone');
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('c')?.();
    await finding[2];
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (const end of ends.values()) end();
    expect(await Promise.all([finding[0], finding[2], finding[3]])).toEqual(['a', 'c', 'd']);
  });

  it('lets go of the oldest when it is full', async () => {
    const memory = createMemory<number>({ life: 1000, size: 2 });
    const find = counter();
    for (const key of ['a', 'b', 'c']) await memory.get(key, find);
    expect(await memory.get('c', find)).toBe(3);
    expect(await memory.get('a', find)).toBe(4);
  });

  it('keeps what was found in passing, and recalls it while it lives', async () => {
    const memory = createMemory<number>({ life: 1000, size: 10 });
    expect(memory.recall('a')).toBeUndefined();
    memory.keep('a', 1);
    memory.keep('a', 2);
    expect(await memory.recall('a')).toBe(2);
    expect(await memory.get('a', counter())).toBe(2);
    jest.setSystemTime(1000);
    expect(memory.recall('a')).toBeUndefined();
  });

  it('gives a late value once more while it is found anew', async () => {
    const memory = createMemory<number>({ life: 1000, grace: 500, size: 10 });
    const find = counter();
    await memory.get('a', find);
    jest.setSystemTime(1499);
    expect(await Promise.all([memory.get('a', find), memory.get('a', find)])).toEqual([1, 1]);
    expect(await memory.get('a', find)).toBe(2);
    jest.setSystemTime(2999);
    expect(await memory.get('a', find)).toBe(3);
  });

  it('finds anew for the next asker where that has failed', async () => {
    const memory = createMemory<number>({ life: 1000, grace: 500, size: 10 });
    await memory.get('a', async () => 1);
    jest.setSystemTime(1000);
    expect(await memory.get('a', () => Promise.reject(new Error('gone')))).toBe(1);
    expect(await memory.get('a', async () => 2)).toBe(2);
  });
});
