import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESKTOP } from './driver.ts';
import { expect, test } from './test.ts';

const PHONE = { width: 390, height: 844 };

/** Returns the path of the first link to a page below a path. */
const FIND_LINK = `
  const [start] = arguments;
  return [...document.querySelectorAll('main a')].map(({ pathname }) => pathname).find((path) => path.startsWith(start) && path.length > start.length + 20);`;

/** Takes pictures for people to look at; runs only with SCREENS, the folder for them. */
test('ten screens', async ({ engineName, tab }) => {
  test.slow();
  const folder = join(process.env.SCREENS ?? '', engineName);
  await mkdir(folder, { recursive: true });
  async function take(name: string, path: string, { size = DESKTOP, theme = 'light' } = {}): Promise<void> {
    await tab.resize(size);
    await tab.run("localStorage.setItem('theme', arguments[0])", theme);
    await tab.open(path);
    // Pictures and data have arrived once two screenshots are equal.
    let last: Buffer | undefined;
    await expect(async () => {
      const previous = last;
      last = await tab.screenshot();
      expect(previous && last.equals(previous)).toBe(true);
    }).toPass({ intervals: [500] });
    await writeFile(join(folder, `${name}.png`), last ?? '');
  }
  await tab.load('/robots.txt');
  await take('home', '/home');
  await take('problems', '/problems');
  const problem = await tab.run<string>(FIND_LINK, '/view-problems/');
  await take('problem', problem, { size: PHONE });
  await take('toolbox', '/toolbox', { theme: 'dark' });
  await take('module', await tab.run<string>(FIND_LINK, '/toolbox/'), { size: PHONE });
  await take('sign-in', '/signin', { size: PHONE });
  await tab.getByLabel('Email').fill('seeker@solvent.dev');
  await tab.getByLabel('Password').fill('solve-it-2026');
  await tab.getByRole('main').getByRole('button', 'Sign In').click();
  await tab.waitForPath(/^\/home/);
  await tab.ready();
  await take('conversations', '/conversations', { theme: 'dark' });
  await take('notifications', '/notifications', { size: PHONE });
  await take('profile', '/profile');
  await take('post-problem', '/post-problem');
});
