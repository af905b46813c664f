import { SIGNED_IN_COOKIE } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { openServed } from '../src/composition/served-html.ts';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { getMainHeading } from '../src/pages.ts';

/** Chromium's trace; `elementCount` is the number of restyled elements. */
interface Trace {
  traceEvents: { name: string; args: { elementCount?: number } }[];
}

/** Defers the page's scripts until the returned function is called. */
async function deferScripts(page: Page): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/shell\/files\/main\.[0-9a-f]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('text and clicks before hydration are kept and applied afterwards (decision 0052)', async ({ page, people }) => {
  const person = await people.create('seeker');
  const release = await deferScripts(page);
  await openServed(page, '/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  release();
  await expect(page.getByText('Logged in successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test('elements that an extension inserts beside fields neither redraw the page nor lose what is typed during hydration', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const field of document.querySelectorAll('#root input')) field.after(document.createElement('div'));
    });
  });
  const release = await deferScripts(page);
  await openServed(page, '/signin');
  const heading = await getMainHeading(page).elementHandle();
  await page.getByLabel('Email').fill('ada@example.com');
  release();
  await page.getByLabel('Password', { exact: true }).pressSequentially('typed during hydration', { delay: 50 });
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('typed during hydration');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
});

test("a visitor's tap on Alerts before hydration is explained, too (product 2.6)", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await deferScripts(page);
  await openServed(page, '/problems');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Alerts' }).click();
  release();
  await expect(page.getByText('Please log in to view notifications')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('hydration keeps the scroll position, handles an earlier click on Search, and never shows Sign In to a signed-in user (product 2.4)', async ({
  page,
  people,
  screens,
}) => {
  const { palette, signIn, account } = screens.frame;
  await people.signIn(await people.create('seeker'));
  const release = await deferScripts(page);
  await openServed(page, '/terms');
  await expect(getMainHeading(page)).toBeVisible();
  await expect(signIn).toBeHidden();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Search Solvent' }).click();
  release();
  await expect(palette).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  await page.keyboard.press('Escape');
  await expect(account).toBeVisible();
  await expect(signIn).toBeHidden();
});

test('the frame and skeleton of a signed-in page come before any script; a cookie without a session leads to the truth (product 10.9, decision 0052)', async ({
  page,
  people,
  screens,
  context,
  baseURL,
}) => {
  const { signIn, account } = screens.frame;
  await people.signIn(await people.create('solver'));
  const release = await deferScripts(page);
  await openServed(page, '/my-bids');
  await expect(getMainHeading(page)).toHaveText('My Bids');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(signIn).toBeHidden();
  release();
  await expect(page.getByText('No bids yet')).toBeVisible();
  await expect(account).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await context.addCookies([{ name: SIGNED_IN_COOKIE, value: '1', url: baseURL ?? '' }]);
  await openServed(page, '/home');
  await expect(getMainHeading(page)).toContainText('Solve Problems.');
  await expect(signIn).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(SIGNED_IN_COOKIE);
});

test('a browser styles a served page once: hydration moves and adds no styles, and a script element restyles nothing (decision 0053)', async ({
  page,
  browser,
  ready,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    document.addEventListener('DOMContentLoaded', () => {
      const observer = new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes)
          for (const node of [...addedNodes, ...removedNodes])
            if (node instanceof HTMLStyleElement) moved.push(node.outerHTML.slice(0, 100));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
  });
  for (const path of ['/toolbox', '/terms', '/home']) {
    await openServed(page, path);
    await ready();
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
  }
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  // Late work of the page may be traced in some attempts; a script that restyles the page would appear in each.
  await expect(async () => {
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.evaluate(() => {
      document.body.append(document.createElement('script'));
      return document.body.offsetHeight;
    });
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Trace;
    const styled = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0);
    expect(styled.length).toBeGreaterThan(0);
    expect(Math.max(...styled)).toBeLessThan(elements / 4);
  }).toPass({ timeout: 20_000 });
});

test('a browser lays out only the visible part of a list from the server, and all of one that it renders itself (decision 0079)', async ({
  page,
  request,
  people,
  ready,
}) => {
  const seeker = await people.create('seeker');
  for (let count = 0; count < 10; count += 1) await postProblem(request, seeker);
  await page.setViewportSize({ width: 390, height: 844 });
  await openServed(page, '/problems');
  const last = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .nth(9);
  const isLaidOut = () => last.evaluate((item) => item.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isLaidOut).toBe(false);
  // A link that is followed before hydration loads a page from the server.
  await ready();
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' }).click();
  await expect(getMainHeading(page)).toContainText('Solve Problems.');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Problems' }).click();
  await expect.poll(isLaidOut).toBe(true);
});
