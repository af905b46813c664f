import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { watchConsole } from '../src/console-watch.ts';
import { createScreens } from '../src/screens/index.ts';
import { readServedPage } from '../src/composition/served-page.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import { buildMarkedRemote, ROOT } from '../src/setup/workspace.ts';

const NEWER = '1.1.0-newer';
const MINUTES = 60_000;

/** A page that somebody has open, marked: a full page load takes the mark away. */
async function openPage(page: Page, url: string) {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto(`${url}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What asks for the newest revision comes once the page stands.
  await expect.poll(() => asked.some((path) => /\/after-load\./.test(path))).toBe(true);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  return {
    isKept: () => page.evaluate(() => 'kept' in window),
    entries: () => asked.filter((path) => /\/marketplace\/.*\/remoteEntry\./.test(path)),
    /** Time passes; the page asks by itself. */
    async waitFiveMinutes() {
      const answered = page.waitForResponse((response) => response.request().method() === 'HEAD');
      await page.clock.runFor(5 * MINUTES);
      await answered;
    },
  };
}

test('an open page keeps its versions, and takes the newer ones with the next link; not where something was typed', async ({
  page,
  context,
  screens,
}) => {
  test.setTimeout(150_000);
  const folder = await mkdtemp(join(tmpdir(), 'solvent-newer-'));
  const product = await createOwnProduct();
  const writing = await context.newPage();
  const consoleOfWriting = watchConsole(writing);
  try {
    await product.start();
    const open = await openPage(page, product.url);
    const typed = await openPage(writing, product.url);
    const { contact, frame, browse } = createScreens(writing);
    await contact.message.fill('A draft that nobody may lose');

    await buildMarkedRemote(join(ROOT, 'mf-marketplace'), join(folder, 'dist'), NEWER);
    await product.deliver('publish', 'marketplace', '--dist', join(folder, 'dist'));
    await product.deliver('promote', `marketplace@${NEWER}`, '--why', 'While pages are open');
    const newer = (await readServedPage(product.url)).remotes.find(({ name }) => name === 'marketplace')?.entry;
    await open.waitFiveMinutes();
    await typed.waitFiveMinutes();
    expect(await open.isKept(), 'nothing is swapped under a page').toBe(true);
    expect(open.entries()).not.toContain(newer);

    await screens.frame.browse.click();
    await expect(screens.browse.heading).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/problems`);
    expect(await open.isKept(), 'the link loaded the page anew').toBe(false);
    expect(open.entries().at(-1)).toBe(newer);

    await frame.browse.click();
    await expect(browse.heading).toBeVisible();
    expect(await typed.isKept(), 'a page that was written in is not left').toBe(true);
    expect(typed.entries()).not.toContain(newer);
    await writing.goBack();
    await expect(contact.message).toBeVisible();
    consoleOfWriting.verify();
  } finally {
    await page.goto('about:blank');
    await writing.close();
    await product.remove();
    await rm(folder, { recursive: true });
  }
});
