/** @jest-environment node */
import { memoizeLoad } from './retry.ts';

describe('something that is loaded once', () => {
  it('shares one load among all who ask', async () => {
    let fetches = 0;
    const page = memoizeLoad(async () => ({ count: (fetches += 1) }));
    const answers = await Promise.all([page.load(), page.load()]);
    expect(answers).toEqual([{ count: 1 }, { count: 1 }]);
    await page.load();
    expect(fetches).toBe(1);
    expect(page.value()).toEqual({ count: 1 });
  });

  it('keeps no failure: the next call asks again', async () => {
    let fetches = 0;
    const page = memoizeLoad(async () => {
      fetches += 1;
      if (fetches === 1) throw new Error('404');
      return 'code';
    });
    await expect(page.load()).rejects.toThrow('404');
    expect(page.value()).toBeUndefined();
    await expect(page.load()).resolves.toBe('code');
  });
});
