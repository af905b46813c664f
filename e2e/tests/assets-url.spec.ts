import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { openFilesServer } from '../src/files-server.ts';
import type { FilesServer } from '../src/files-server.ts';
import { LANDING } from '../src/landing.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { toastsOf } from '../src/toasts.ts';

/** Files of releases; those of the other origin have a path before it. */
const FILE = /^\/(?:shell|remotes\/[\w-]+)\/files\//;

/** What the browser says of files that the other origin does not give. */
const NOT_THERE = /Failed to load resource|integrity|net::ERR_|preload/;

test.describe.configure({ mode: 'default', timeout: 120_000 });

let files: FilesServer;
let product: OwnProduct;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  files = await openFilesServer();
  product = await createOwnProduct({ ASSETS_URL: files.url });
  files.serve(product.releases);
  await product.start();
});

test.afterEach(async ({ page }) => {
  // It fetches ahead, and would complain of what is gone.
  await page.goto('about:blank');
});

test.afterAll(async () => {
  await product.remove();
  await files.close();
});

/** Paths of files that pages asked their own origin for. */
function ownFiles(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === product.url && FILE.test(pathname)) asked.push(pathname);
  });
  return asked;
}

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });

/** Opens a page and waits until what comes late has come. */
async function open(page: Page, { path, heading: name }: { path: string; heading: string }): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await expect(heading(page, name)).toBeVisible();
  await expect(toastsOf(page).area).toBeAttached();
}

for (const drawnBy of ['anybody', 'browser'] as const) {
  test.describe(`pages drawn by ${drawnBy}`, () => {
    test.use({ drawnBy });

    test('have all their files from the other origin, each once, and none from their own (product 8.22)', async ({
      page,
      context,
    }) => {
      if (drawnBy === 'browser') await context.addCookies([{ name: 'rendering', value: 'off', url: product.url }]);
      const own = ownFiles(page);
      // What is fetched ahead is given up with the page that is left: the next one asks for it again.
      const givenUp: string[] = [];
      page.on('requestfailed', (request) => givenUp.push(request.url()));
      files.begin();
      await open(page, LANDING.marketplace);
      await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
      await expect(heading(page, LANDING.auth.heading)).toBeVisible();
      await open(page, LANDING.toolbox);
      expect(own).toEqual([]);
      const asked = files.asked();
      for (const kind of [/^\/shell\/files\/main\./, /^\/remotes\/auth\/files\/sign-in\./, /\.woff2$/, /\.css$/])
        expect(
          asked.some((path) => kind.test(path)),
          String(kind),
        ).toBe(true);
      const again = asked.filter((path, index) => asked.indexOf(path) !== index);
      expect(again.filter((path) => !givenUp.includes(files.url + path))).toEqual([]);
    });
  });
}

test('what was tampered with there is refused, and comes from the own origin', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_THERE);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('integrity')) refused.push(message.text());
  });
  const own = ownFiles(page);
  const tampered = [/^\/remotes\/toolbox\/files\/remoteEntry\./, /^\/remotes\/toolbox\/files\/catalogue\./, /\.css$/];
  files.begin((path) => (tampered.some((file) => file.test(path)) ? 'tampered' : undefined));
  await open(page, LANDING.toolbox);
  for (const file of tampered) await expect.poll(() => own.some((path) => file.test(path)), String(file)).toBe(true);
  await expect.poll(() => refused.length, 'the browser says why').toBeGreaterThan(0);
  // What was right comes from there still.
  expect(own.some((path) => path.startsWith('/shell/files/main.'))).toBe(false);
});

test('a shell that was tampered with there is refused, and the page is whole', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_THERE);
  const own = ownFiles(page);
  files.begin((path) => (path.startsWith('/shell/files/main.') ? 'tampered' : undefined));
  await open(page, LANDING.marketplace);
  await expect.poll(() => own.some((path) => path.startsWith('/shell/files/main.'))).toBe(true);
});

test('while the other origin is gone, all comes from the own one, and nobody waits', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_THERE);
  const own = ownFiles(page);
  files.begin(() => 'gone');
  await open(page, LANDING.marketplace);
  // Once the shell came from here, nothing else is asked for there.
  await expect.poll(() => own.some((path) => path.startsWith('/remotes/marketplace/files/remoteEntry.'))).toBe(true);
  await open(page, LANDING.toolbox);
});

test('an origin that goes while a page is open takes nothing with it', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_THERE);
  files.begin();
  await open(page, LANDING.marketplace);
  files.begin(() => 'gone');
  const own = ownFiles(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(heading(page, 'Privacy')).toBeVisible();
  await expect.poll(() => own.some((path) => path.startsWith('/shell/files/privacy.'))).toBe(true);
});

test('one that does not answer is waited for once, for eight seconds', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_THERE);
  files.begin(() => 'hangs');
  await page.goto(`${product.url}/toolbox`, { waitUntil: 'commit' });
  await expect(heading(page, LANDING.toolbox.heading)).toBeVisible({ timeout: 20_000 });
  await expect(toastsOf(page).area).toBeAttached({ timeout: 20_000 });
});

test.describe('with the worker of the site', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the frame and its files are there without a network', async ({ page, context, consoleWatch }) => {
    consoleWatch.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
    files.begin();
    const own = ownFiles(page);
    await open(page, LANDING.marketplace);
    const kept = () =>
      page.evaluate(async (prefix) => {
        const names = (await (await caches.open('frame')).keys()).map(({ url }) => new URL(url).pathname);
        const loaded = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.startsWith(`${prefix}/`))
          .map(({ name }) => name.slice(prefix.length));
        return loaded.length > 0 && names.includes('/offline') && loaded.every((path) => names.includes(path));
      }, files.url);
    await expect.poll(kept, { timeout: 30_000 }).toBe(true);
    expect(own).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('You are offline. What you type is kept, and this page goes on by itself.')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Browse Problems' })).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page, LANDING.marketplace.heading)).toBeVisible();
  });
});
