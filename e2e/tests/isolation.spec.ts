import { expect, test } from '../src/index.ts';

test.describe('what a test leaves in its browser, the next one does not find (decision 0047)', () => {
  // On one worker, in this order.
  test.describe.configure({ mode: 'serial' });

  test('somebody is signed in, writes a draft, changes the window and breaks a remote', async ({ page, people, remotes }) => {
    await people.signIn(await people.demo('seeker'));
    await remotes.kill('toolbox');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.addInitScript(() => Object.assign(window, { leftByTest: true }));
    await page.goto('/privacy');
    await page.evaluate(async () => {
      sessionStorage.setItem('left-by-test', 'yes');
      document.cookie = 'left-by-test=yes';
      await new Promise((resolve) => (indexedDB.open('left-by-test').onsuccess = resolve));
    });
    expect(await page.evaluate(() => 'leftByTest' in window)).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
  });

  test('the next one is a stranger in a new browser', async ({ page, screens }) => {
    await screens.catalogue.open();
    await expect(screens.frame.signIn).toBeVisible();
    const found = await page.evaluate(async () => ({
      kept: [...Object.keys(sessionStorage), document.cookie],
      user: localStorage.getItem('user'),
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left-by-test'),
      script: 'leftByTest' in window,
      dark: matchMedia('(prefers-color-scheme: dark), (prefers-reduced-motion: reduce)').matches,
      width: innerWidth,
    }));
    expect(found).toEqual({ kept: [''], user: null, databases: [], script: false, dark: false, width: 1440 });
  });
});
