import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../src/index.ts';
import { LANDING, LOAD_ERRORS } from '../src/landing.ts';
import { watchReports } from '../src/reports.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import { tamperStore } from '../src/store-tampering.ts';

for (const part of ['entry', 'chunk'] as const) {
  test(`a tampered ${part} of all versions is refused and reported, and the product stays up`, async ({
    page,
    remotes,
    screens,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(LOAD_ERRORS);
    const reports = watchReports(page);
    const { version } = await remotes.pinned('toolbox');
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refused.push(message.text());
    });
    await remotes.tamper('toolbox', part);
    await page.goto('/toolbox');
    await expect(screens.failure.card).toBeVisible();
    expect(refused.length, 'the browser says why').toBeGreaterThan(0);
    await expect.poll(() => reports.errors('toolbox', version)).toContain('load');
    await screens.frame.browse.click();
    await expect(screens.browse.heading).toBeVisible();
    await remotes.restore('toolbox');
    await screens.catalogue.open();
  });
}

test('a tampered channel document is refused and logged, and the last good revision is served', async ({ page }) => {
  const product = await createOwnProduct();
  try {
    await product.deliver('overrides', 'versions', 'off', '--why', 'A second revision');
    const folder = join(product.releases, 'channels/production/revisions');
    const newest =
      (await readdir(folder)).toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))[0] ?? '';
    const text = await readFile(join(folder, newest), 'utf8');
    await writeFile(join(folder, newest), text.replaceAll(/sha256-.{8}/g, 'sha256-AAAAAAAA').replace('"remotes"', '"remote"'));
    await product.start();
    await page.goto(`${product.url}/toolbox`);
    await expect(page.getByRole('heading', { level: 1, name: LANDING.toolbox.heading })).toBeVisible();
    expect(product.said()).toContain('not as delivery made them');
  } finally {
    // It fetches ahead, and would complain of a server that is gone.
    await page.goto('about:blank');
    await product.remove();
  }
});

test('what came tampered and is kept by the browser for a year does not come again: each further try asks the server', async ({
  page,
  screens,
  consoleWatch,
}) => {
  test.setTimeout(150_000);
  consoleWatch.expectErrors(LOAD_ERRORS);
  const product = await createOwnProduct();
  const pages = [LANDING.toolbox, LANDING.marketplace, LANDING.auth];
  try {
    const spoilt = [
      await tamperStore(product.releases, 'remotes/toolbox', /^(?!remoteEntry\.)/),
      await tamperStore(product.releases, 'remotes/marketplace', /^remoteEntry\./),
      // The sign-in page takes it from the shell.
      await tamperStore(product.releases, 'shell', /^forms\./),
    ];
    await product.start();
    for (const { path } of pages) {
      await page.goto(`${product.url}${path}`);
      await expect(screens.failure.card).toBeVisible();
    }
    for (const one of spoilt) await one.mend();
    await product.start();
    for (const { path, heading } of pages) {
      await page.goto(`${product.url}${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
  } finally {
    await page.goto('about:blank');
    await product.remove();
  }
});
