import type { Page } from '@playwright/test';
import { RENDERING_COOKIE } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import { startAssetsServer } from '../src/assets-server.ts';
import type { AssetsServer } from '../src/assets-server.ts';
import { LANDING_PAGES } from '../src/landing.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { openBrowser } from '../src/pages.ts';
import { getToasts } from '../src/toasts.ts';

const FILE = /^\/(?:shell|remotes\/[\w-]+)\/files\//;

const NOT_LOADED = /Failed to load resource|integrity|net::ERR_|preload/;

test.describe.configure({ mode: 'default' });

let files: AssetsServer;
let product: OwnProduct;

test.beforeAll(async () => {
  // No time limit: the wait for a product ends if its server exits.
  test.setTimeout(0);
  files = await startAssetsServer();
  product = await createOwnProduct({ ASSETS_URL: files.url });
  files.serve(product.releases);
  await product.start();
});

// Requests of an open page would be affected by the next test's faults.
test.afterEach(({ page }) => page.goto('about:blank'));

test.afterAll(async () => {
  await product.remove();
  await files.close();
});

function ownFiles(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === product.url && FILE.test(pathname)) requested.push(pathname);
  });
  return requested;
}

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });

/** Opens a page and waits for the code of toasts, which loads late. */
async function open(page: Page, { path, heading: name }: { path: string; heading: string }): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await expect(heading(page, name)).toBeVisible();
  await expect(getToasts(page).area).toBeAttached();
}

test('@full pages load all files from the other origin, each once, also without server rendering (product 8.22)', async ({
  page,
  context,
}) => {
  const own = ownFiles(page);
  // The next page requests again what was being preloaded.
  const aborted: string[] = [];
  page.on('requestfailed', (request) => aborted.push(request.url()));
  const visitAll = async () => {
    await open(page, LANDING_PAGES.marketplace);
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await expect(heading(page, LANDING_PAGES.auth.heading)).toBeVisible();
    await open(page, LANDING_PAGES.toolbox);
    expect(own).toEqual([]);
  };
  files.reset();
  await visitAll();
  const requested = files.listRequests();
  for (const kind of [/^\/shell\/files\/main\./, /^\/remotes\/auth\/files\/sign-in\./, /\.woff2$/, /\.css$/])
    expect(
      requested.some((path) => kind.test(path)),
      String(kind),
    ).toBe(true);
  const again = requested.filter((path, index) => requested.indexOf(path) !== index);
  expect(again.filter((path) => !aborted.includes(files.url + path))).toEqual([]);
  await context.addCookies([{ name: RENDERING_COOKIE, value: 'off', url: product.url }]);
  await visitAll();
});

test('@full tampered files of the other origin are refused, and load from the site (product 8.22)', async ({
  page,
  browser,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(NOT_LOADED);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('integrity')) refused.push(message.text());
  });
  const own = ownFiles(page);
  const tampered = [/^\/remotes\/toolbox\/files\/remoteEntry\./, /^\/remotes\/toolbox\/files\/catalogue\./, /\.css$/];
  files.reset((path) => (tampered.some((file) => file.test(path)) ? 'tampered' : undefined));
  await open(page, LANDING_PAGES.toolbox);
  for (const file of tampered) await expect.poll(() => own.some((path) => file.test(path)), String(file)).toBe(true);
  await expect.poll(() => refused.length, 'the browser refuses the bytes').toBeGreaterThan(0);
  const isShell = (path: string) => path.startsWith('/shell/files/main.');
  expect(own.some(isShell), 'what was right loads from there').toBe(false);

  // Another browser, with an empty cache.
  const context = await openBrowser(browser, product.url);
  const other = await context.newPage();
  const ownOfOther = ownFiles(other);
  files.reset((path) => (isShell(path) ? 'tampered' : undefined));
  await open(other, LANDING_PAGES.marketplace);
  await expect.poll(() => ownOfOther.some(isShell)).toBe(true);
  await context.close();
});

test('@full files load from the site while the other origin is down, also if it goes down while a page is open (product 8.22)', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(NOT_LOADED);
  const own = ownFiles(page);
  files.reset(() => 'gone');
  await open(page, LANDING_PAGES.marketplace);
  await expect.poll(() => own.some((path) => path.startsWith('/remotes/marketplace/files/remoteEntry.'))).toBe(true);

  files.reset();
  await open(page, LANDING_PAGES.toolbox);
  files.reset(() => 'gone');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(heading(page, 'Privacy')).toBeVisible();
  await expect.poll(() => own.some((path) => path.startsWith('/shell/files/privacy.'))).toBe(true);
});

test('@full a page waits once, for 8 s, for an origin that does not respond (product 8.22)', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(NOT_LOADED);
  files.reset(() => 'hangs');
  await page.goto(`${product.url}/toolbox`, { waitUntil: 'commit' });
  await expect(heading(page, LANDING_PAGES.toolbox.heading)).toBeVisible();
  await expect(getToasts(page).area).toBeAttached();
  expect(new Set(files.listRequests()).size).toBe(files.listRequests().length);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('@full the frame and its files are available offline (product 8.18, 8.22)', async ({ page, context, consoleWatch }) => {
    consoleWatch.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
    files.reset();
    const own = ownFiles(page);
    await open(page, LANDING_PAGES.marketplace);
    const isCached = () =>
      page.evaluate(async (prefix) => {
        const names = (await (await caches.open('frame')).keys()).map(({ url }) => new URL(url).pathname);
        const loaded = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.startsWith(`${prefix}/`))
          .map(({ name }) => name.slice(prefix.length));
        return loaded.length > 0 && names.includes('/offline') && loaded.every((path) => names.includes(path));
      }, files.url);
    await expect.poll(isCached).toBe(true);
    expect(own).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You're offline. Your drafts are kept; we'll reconnect automatically.")).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Browse Problems' })).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page, LANDING_PAGES.marketplace.heading)).toBeVisible();
  });
});
