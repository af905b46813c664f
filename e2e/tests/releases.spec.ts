import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CANARY_COOKIE } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { readHtml, readServed } from '../src/composition/served-html.ts';
import { readServedPage } from '../src/composition/served-page.ts';
import { watchConsole } from '../src/console-watch.ts';
import { expect, test } from '../src/index.ts';
import { LANDING_PAGES, REMOTE_LOAD_ERRORS } from '../src/landing.ts';
import { checkForNewRevision, getMainHeading } from '../src/pages.ts';
import { createScreens } from '../src/screens/index.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { buildPrevious } from '../src/setup/previous-versions.ts';
import { copyBuildWithServerBundle } from '../src/setup/server-release.ts';
import { ROOT } from '../src/setup/workspace.ts';
import { tamperStore } from '../src/store-tampering.ts';

// In one worker, which starts one product for all of them.
test.describe.configure({ mode: 'default' });

const DIST = join(ROOT, 'mf-toolbox/dist');
test.skip(!existsSync(DIST), 'The remotes are not built here.');

// Requests of an open page would fail when the product restarts.
test.afterEach(({ page }) => page.goto('about:blank'));

test.describe('code of another origin', () => {
  const BUILDS = 'https://builds.example.com';
  const getUrl = ({ url }: OwnProduct) => `${url}/toolbox?remote=toolbox@${BUILDS}`;
  let requested: string[];

  test.beforeEach(async ({ context, ownProduct }) => {
    await ownProduct.deliver('overrides', 'allow', BUILDS, '--why', 'Teams try their builds there');
    requested = [];
    await context.route(`${BUILDS}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      requested.push(pathname);
      return route.fulfill({ path: join(DIST, pathname), headers: { 'access-control-allow-origin': '*' } });
    });
  });

  test('@full runs after the user has accepted it once, and ignores a click in the first moment (decision 0033)', async ({
    page,
    context,
    screens,
    ownProduct,
    expectAccessible,
  }) => {
    const { consent, catalogue, remotesPanel } = screens;
    await page.goto(getUrl(ownProduct));
    await expect(consent.question).toHaveText(`Load “toolbox” from ${BUILDS}?`);
    await expect(consent.decline).toBeFocused();
    // An animation ignores clicks in the first moment.
    const setMoment = (isOver: boolean) =>
      page.evaluate((over) => {
        for (const animation of document.getAnimations()) {
          if (over) animation.finish();
          else animation.pause();
          if (!over) animation.currentTime = 0;
        }
      }, isOver);
    await setMoment(false);
    const { x, y } = (await consent.load.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 10, y + 10);
    await expect(consent.question).toBeVisible();
    await setMoment(true);
    await expectAccessible();
    expect(requested, 'nothing is loaded before').toEqual([]);
    await page.mouse.click(x + 10, y + 10);
    await expect(catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toContainText(`toolbox runs from ${BUILDS}`);
    expect(requested).toContain('/remote.json');
    await page.goto(`${ownProduct.url}/privacy`);
    await expect(remotesPanel.banner, 'the tab keeps it').toBeVisible();
    const other = await context.newPage();
    await other.goto(getUrl(ownProduct));
    await expect(getMainHeading(other), 'another tab needs no second consent').toHaveText('Toolbox');
    await other.close();
  });

  test('@full does not run if the user declines, or if another site sends the consent (decision 0033)', async ({
    page,
    screens,
    ownProduct,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(/403/);
    const { consent, catalogue, remotesPanel } = screens;
    await page.route('https://evil.example.com/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${getUrl(ownProduct)}"><input name="remote" value="toolbox@${BUILDS}"><button name="answer" value="load">Win</button></form>`,
      }),
    );
    await page.goto('https://evil.example.com/');
    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Win' }).click();
    expect((await refused).status()).toBe(403);
    await page.goto(getUrl(ownProduct));
    await expect(consent.decline).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toHaveCount(0);
    await page.goto(`${ownProduct.url}/privacy`);
    await expect(screens.privacy.heading).toBeVisible();
    await page.goto(getUrl(ownProduct));
    await expect(consent.question, 'the question appears again').toBeVisible();
    expect(requested).toEqual([]);
  });
});

test.describe('an open page while another version is promoted', () => {
  async function openPage(page: Page, url: string) {
    const requested: string[] = [];
    page.on('request', (request) => void requested.push(new URL(request.url()).pathname));
    await page.goto(`${url}/contact`);
    await page.evaluate(() => Object.assign(window, { kept: true }));
    return {
      hasMark: () => page.evaluate(() => 'kept' in window),
      entries: () => requested.filter((path) => /\/marketplace\/.*\/remoteEntry\./.test(path)),
    };
  }

  test('@full keeps its versions until a link loads the new one; a page with a draft keeps them longer (decision 0018)', async ({
    page,
    context,
    screens,
    ownProduct,
  }) => {
    const findMarketplace = async () => (await readServedPage(ownProduct.url)).remotes.find(({ name }) => name === 'marketplace');
    const before = await findMarketplace();
    const { pin, dist } = await buildPrevious('marketplace');
    const drafting = await context.newPage();
    const consoleOfWriting = watchConsole(drafting);
    const open = await openPage(page, ownProduct.url);
    const typed = await openPage(drafting, ownProduct.url);
    const { contact, frame, browse } = createScreens(drafting);
    await contact.message.fill('A draft that must not be lost');

    await ownProduct.deliver('publish', 'marketplace', '--dist', dist, '--no-smoke');
    await ownProduct.deliver('promote', pin, '--why', 'While pages are open');
    const promoted = (await findMarketplace())?.entry;
    expect(promoted).not.toBe(before?.entry);
    await checkForNewRevision(page);
    await checkForNewRevision(drafting);
    expect(await open.hasMark(), 'nothing is replaced in an open page').toBe(true);
    expect(open.entries()).not.toContain(promoted);

    await screens.frame.browse.click();
    await expect(screens.browse.heading).toBeVisible();
    await expect(page).toHaveURL(`${ownProduct.url}/problems`);
    expect(await open.hasMark(), 'the link reloaded the page').toBe(false);
    expect(open.entries().at(-1)).toBe(promoted);

    await frame.browse.click();
    await expect(browse.heading).toBeVisible();
    expect(await typed.hasMark(), 'a page with a draft is not left').toBe(true);
    expect(typed.entries()).not.toContain(promoted);
    await drafting.goBack();
    await expect(contact.message).toBeVisible();
    consoleOfWriting.verify();
    await drafting.close();
  });
});

const replacePages = (component: string) => `{
  const remote = module.exports.default;
  const pages = Object.fromEntries(Object.keys(remote.pages).map((name) => [name, async () => ({ Component: ${component} })]));
  module.exports = { default: { ...remote, pages } };
}`;

const THROWING_PAGES = replacePages(`() => { throw new Error('made to fail by the test'); }`);

let publications = 0;

/** Publishes and promotes the toolbox with code behind its server bundle. @param code null for a release without one */
async function promote(product: OwnProduct, code: string | null, ...how: string[]): Promise<string> {
  publications += 1;
  const version = `1.${publications}.0-server`;
  const dist = await copyBuildWithServerBundle(version, code);
  await product.deliver('publish', 'toolbox', '--dist', dist, '--no-smoke');
  await product.deliver('promote', `toolbox@${version}`, ...how, '--why', 'A test of server rendering');
  await rm(dist, { recursive: true });
  return version;
}

async function expectRenderedByBrowser(page: Page, { url }: OwnProduct): Promise<void> {
  expect((await readHtml(page.request, `${url}/toolbox`)).heading).toBeUndefined();
  expect((await readServed(page.request, `${url}/problems?search=${publications}`)).heading).toContain('Problems');
  await page.goto(`${url}/toolbox`);
  await expect(getMainHeading(page)).toHaveText('Toolbox');
  await page.getByPlaceholder('Search modules...').fill('chart');
  await expect(page).toHaveURL(/search=chart/);
}

const LATE_DATA = `module.exports.default.heads.catalogue = () => new Promise((done) => setTimeout(done, 5000, { title: 'Late' }));`;

for (const [what, code] of [
  ['is missing', null],
  ['throws', THROWING_PAGES],
  ['never ends', replacePages('() => { for (;;); }')],
  ['waits 5 s for its data', LATE_DATA],
] as const)
  test(`@full the browser renders a page whose server bundle ${what} (decision 0052)`, async ({ page, ownProduct }) => {
    await promote(ownProduct, code);
    await expectRenderedByBrowser(page, ownProduct);
  });

test('@full a canary whose server bundle throws is stopped (decision 0034)', async ({ request, ownProduct }) => {
  await promote(ownProduct, '');
  const version = await promote(ownProduct, THROWING_PAGES, '--percent', '10');
  const cookie = `${CANARY_COOKIE}=${encodeURIComponent(JSON.stringify({ toolbox: 5 }))}`;
  await expect(async () => {
    const response = await request.get(`${ownProduct.url}/toolbox`, { headers: { cookie } });
    expect(response.status()).toBe(200);
    const toolbox = (await readServedPage(ownProduct.url)).remotes.find(({ name }) => name === 'toolbox');
    expect(toolbox?.candidate?.percent).toBe(0);
  }).toPass();
  expect(await ownProduct.deliver('history')).toMatch(new RegExp(`${version}[^]*Stopped at 10 %|Stopped at 10 %[^]*${version}`));
  expect((await readServed(request, `${ownProduct.url}/toolbox`)).heading).toContain('Toolbox');
});

test('@full tampered files that the browser has cached for a year are not used again: retries request them again (product 10.18)', async ({
  page,
  screens,
  consoleWatch,
  ownProduct,
}) => {
  consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
  await promote(ownProduct, '');
  const pages = [LANDING_PAGES.toolbox, LANDING_PAGES.marketplace, LANDING_PAGES.auth];
  const tampered = [
    await tamperStore(ownProduct.releases, 'remotes/toolbox', /^(?!remoteEntry\.)/),
    await tamperStore(ownProduct.releases, 'remotes/marketplace', /^remoteEntry\./),
    // The sign-in page loads it from the shell.
    await tamperStore(ownProduct.releases, 'shell', /^forms\./),
  ];
  try {
    await ownProduct.start();
    for (const { path } of pages) {
      await page.goto(`${ownProduct.url}${path}`);
      await expect(screens.failure.card).toBeVisible();
    }
  } finally {
    for (const one of tampered) await one.restore();
    await ownProduct.start();
  }
  for (const { path, heading } of pages) {
    await page.goto(`${ownProduct.url}${path}`);
    await expect(getMainHeading(page)).toHaveText(heading);
  }
});
