import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { getToasts } from '../src/toasts.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = "You're offline. Your drafts are kept; we'll reconnect automatically.";
/** After a reload offline, Chromium 150 leaves `navigator.onLine` true: the bar shows that Solvent cannot be reached. */
const OFFLINE_OR_UNREACHABLE =
  /^(You're offline|Solvent can't be reached)\. Your drafts are kept; we'll reconnect automatically\.$/;

/** Waits until the service worker has cached the frame and the files of this page. */
async function waitForCachedFrame(page: Page): Promise<void> {
  const cached = () =>
    page.evaluate(async () => {
      const names = (await (await caches.open('frame')).keys()).map(({ url }) => new URL(url).pathname);
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /^\/(shell|remotes\/\w+)\/files\//.test(path));
      return names.includes('/offline') && loaded.every((path) => names.includes(path));
    });
  await expect.poll(cached).toBe(true);
}

test('a page shows that it is offline, also after a reload, caches no data, and reconnects (product 8.18)', async ({
  page,
  context,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/problems');
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await waitForCachedFrame(page);
  const cached = await page.evaluate(async () => {
    const cache = await caches.open('frame');
    const texts = await Promise.all((await cache.keys()).map(async ({ url }) => [url, await (await cache.match(url))?.text()]));
    return texts.map(([url, text]) => ({ path: new URL(url ?? '').pathname, text: text ?? '' }));
  });
  expect(cached.filter(({ path }) => !/^\/(shell|remotes\/\w+)\/files\//.test(path)).map(({ path }) => path)).toEqual([
    '/offline',
  ]);
  expect(cached.filter(({ text }) => text.includes(title))).toEqual([]);

  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toBeHidden();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(OFFLINE_OR_UNREACHABLE)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Browse Problems' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await page.evaluate(() => caches.keys())).toEqual(['frame']);
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE_OR_UNREACHABLE)).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the form and the page report an unreachable server, and the draft is kept (product 8.18)', async ({
  page,
  people,
  ready,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/net::ERR_FAILED/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/contact');
  await ready();
  await page.getByLabel('Topic').fill('Rows get lost');
  await page.getByLabel('Message', { exact: true }).fill('Since Monday our importer stores fewer rows.');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: /Send/ }).click();
  await expect(page.getByRole('alert').getByText("Solvent can't be reached. Try again when you're back online.")).toBeVisible();
  const repeated = page.getByText(
    "Failed to send your message. Solvent can't be reached. What you typed is kept. Try again when you're back online.",
  );
  await expect(repeated).toBeVisible();
  const bar = page.getByText("Solvent can't be reached. Your drafts are kept; we'll reconnect automatically.");
  await expect(bar).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Since Monday our importer stores fewer rows.');
  await page.unroute('**/api/**');
  await expect(bar).toBeHidden();
  await page.getByLabel('Topic').fill('Rows are lost');
  await expect(repeated).toBeHidden();
});

test('a button that was clicked offline gets the focus back, and Enter activates it once the page is online (product 8.18)', async ({
  page,
  context,
  people,
  request,
  consoleWatch,
}) => {
  // Preloads and the registration of the service worker may be pending.
  consoleWatch.expectErrors(
    /net::ERR_(?:INTERNET_DISCONNECTED|FAILED)|^error: An unknown error occurred when fetching the script/,
  );
  const seeker = await people.create('seeker');
  const { _id: id } = await postProblem(request, seeker);
  await people.signIn(seeker);
  const clickOffline = async (name: string) => {
    // The code of toasts loads late, and not offline.
    await expect(getToasts(page).area).toBeAttached();
    await context.setOffline(true);
    const button = page.getByRole('button', { name, exact: true }).last();
    await button.click();
    await expect(page.getByRole('alert').filter({ hasText: "Solvent can't be reached." })).toBeVisible();
    await expect(button).toBeFocused();
    await context.setOffline(false);
    await page.keyboard.press('Enter');
  };

  await page.goto(`/view-problems/${id}`);
  await page.getByRole('button', { name: 'Close problem' }).click();
  await expect(page.getByRole('dialog', { name: 'Close this problem?' })).toBeVisible();
  await clickOffline('Close problem');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();

  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Topic' }).fill('Trains');
  await page.getByRole('textbox', { name: 'Message' }).fill('The first try finds no network.');
  await clickOffline('Send message');
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible();
});
