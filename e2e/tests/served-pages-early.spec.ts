import type { Page } from '@playwright/test';
import { openServed } from '../src/composition/served-html.ts';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { mainHeading } from '../src/pages.ts';

/** What a browser tells of its work. */
interface Trace {
  /** Of an update of styles: how many elements were styled. */
  traceEvents: { name: string; args: { elementCount?: number } }[];
}

/** Holds the page's scripts up, as a slow network does, until it is told to go on. */
async function holdScripts(page: Page): Promise<() => void> {
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/shell\/files\/main\.[0-9a-f]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return goOn;
}

test('what is typed and pressed before the page answers is kept, and done once it does', async ({ page, people }) => {
  const person = await people.create('seeker');
  const goOn = await holdScripts(page);
  await openServed(page, '/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  goOn();
  await expect(page.getByText('Logged in successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test('a signed-out Alerts tap before the page answers is explained, too (product 2.6)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const goOn = await holdScripts(page);
  await openServed(page, '/problems');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Alerts' }).click();
  goOn();
  await expect(page.getByText('Please log in to view notifications')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('a page that is scrolled before it answers stays there, and a key for anywhere opens the palette', async ({ page }) => {
  const goOn = await holdScripts(page);
  await openServed(page, '/terms');
  await expect(mainHeading(page)).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  await page.keyboard.press('Control+k');
  goOn();
  await expect(page.getByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
});

test('a browser styles a page once: what the server wrote of styles stays where it is, and nothing is added', async ({
  page,
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
  for (const path of ['/home', '/toolbox', '/terms']) {
    await openServed(page, path);
    // It answers.
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
  }
});

test('what comes into a document, as scripts do, has no page styled anew', async ({ page, browser }) => {
  await openServed(page, '/home');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  // What the page itself does late is styled, too: such a turn is not counted. One that styles the page anew does so each time.
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

test('of a list that the server made, a browser draws what is near; of one that it makes itself, all', async ({
  page,
  request,
  people,
}) => {
  const seeker = await people.create('seeker');
  for (let count = 0; count < 10; count += 1) await postProblem(request, seeker);
  await page.setViewportSize({ width: 390, height: 844 });
  await openServed(page, '/problems');
  const last = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .nth(9);
  const isDrawn = () => last.evaluate((item) => item.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isDrawn).toBe(false);
  // It answers: a link that is followed before is a page from the server.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' }).click();
  await expect(mainHeading(page)).toContainText('Solve Problems.');
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Problems' }).click();
  await expect.poll(isDrawn).toBe(true);
});

test('who has a session never sees a visitor’s buttons in the bar', async ({ page, people }) => {
  await people.signIn(await people.create('seeker'));
  const goOn = await holdScripts(page);
  await openServed(page, '/terms');
  await expect(mainHeading(page)).toBeVisible();
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await expect(signIn).toBeHidden();
  goOn();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(signIn).toBeHidden();
});
