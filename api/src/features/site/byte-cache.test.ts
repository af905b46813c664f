import { byteCache } from './byte-cache.ts';

function countedRead(size: number) {
  const asked: string[] = [];
  const read = (key: string) => {
    asked.push(key);
    return Promise.resolve(key === 'missing' ? undefined : Buffer.alloc(size, key));
  };
  return { asked, read };
}

it('reads once what is asked for often, also at the same time', async () => {
  const { asked, read } = countedRead(10);
  const cache = byteCache(read, 100);
  const [one, two] = await Promise.all([cache('a'), cache('a')]);
  expect(await cache('a')).toBe(one);
  expect(two).toBe(one);
  expect(asked).toEqual(['a']);
});

it('forgets what nobody asked for the longest time', async () => {
  const { asked, read } = countedRead(25);
  const cache = byteCache(read, 100);
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'c', 'b']) await cache(key);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

it('lets nothing big push everything else out', async () => {
  const { asked, read } = countedRead(26);
  const cache = byteCache(read, 100);
  await cache('a');
  await cache('a');
  expect(asked).toEqual(['a', 'a']);
});

it('asks again for what is missing, and after a failure', async () => {
  const { asked, read } = countedRead(10);
  const cache = byteCache(read, 100);
  expect(await cache('missing')).toBeUndefined();
  expect(await cache('missing')).toBeUndefined();
  expect(asked).toHaveLength(2);
  let fails = true;
  const flaky = byteCache((key) => (fails ? Promise.reject(new Error('gone')) : read(key)), 100);
  await expect(flaky('a')).rejects.toThrow('gone');
  fails = false;
  expect(await flaky('a')).toHaveLength(10);
});
