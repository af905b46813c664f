import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { LANDING_PAGES, REMOTE_LOAD_ERRORS } from '../src/landing.ts';
import type { RemoteName, Remotes, VersionSelection } from '../src/remotes.ts';
import { watchReports } from '../src/reports.ts';
import { SCRIPT_FAULTS, SCRIPT_LOAD_ERRORS } from '../src/script-faults.ts';

// Server-rendered content appears without scripts: served-pages.spec.ts.
test.use({ renderedBy: 'browser' });

type Fault = (remotes: Remotes, name: RemoteName, versions: VersionSelection) => Promise<void>;

/** One remote for each kind of fault: the behavior does not depend on the remote. */
const FAULTS: [name: RemoteName, what: string, make: Fault][] = [
  ['toolbox', 'cannot be reached', (remotes, name, versions) => remotes.kill(name, versions)],
  ['auth', 'answers 404', (remotes, name, versions) => remotes.fail(name, versions, 404)],
  ['toolbox', 'answers HTML instead of scripts', (remotes, name, versions) => remotes.corrupt(name, versions)],
  ['auth', 'has another entry than was published', (remotes, name, versions) => remotes.tamper(name, 'entry', versions)],
  ['toolbox', 'has other chunks than were published', (remotes, name, versions) => remotes.tamper(name, 'chunk', versions)],
  ['auth', 'throws while it is loaded', (remotes, name, versions) => remotes.failLoad(name, versions)],
];

/** A hint may hang, in which case the page never fires `load`. */
const visit = (page: Page, name: RemoteName) => page.goto(LANDING_PAGES[name].path, { waitUntil: 'commit' });

const getHeading = (page: Page, name: RemoteName) =>
  page.getByRole('main').getByRole('heading', { level: 1, name: LANDING_PAGES[name].heading });

test.beforeEach(({ consoleWatch }) => consoleWatch.expectErrors(REMOTE_LOAD_ERRORS));

for (const [name, fault, make] of FAULTS)
  test(`${name} ${fault}: the previous version replaces it, and both are reported (product 10.18)`, async ({
    page,
    remotes,
    composition,
  }) => {
    const { version, previous } = await remotes.pinned(name);
    test.skip(previous === undefined, `${name} has no previous version.`);
    test.skip(name in composition.overrides(), 'Nothing replaces an override.');
    const reports = watchReports(page);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refused.push(message.text());
    });
    await make(remotes, name, 'live');
    await visit(page, name);
    await expect(getHeading(page, name)).toBeVisible();
    await expect.poll(() => remotes.requested(name).some((url) => url.includes(previous?.entry ?? ''))).toBe(true);
    await expect.poll(() => reports.errors(name, version)).toContain('load');
    await expect.poll(() => reports.loaded(name, previous?.version ?? '')).toBe(true);
    if (fault.includes('published')) expect(refused.length, 'the browser refuses the bytes').toBeGreaterThan(0);
  });

test('a remote that hangs is replaced by its previous version after 8 s; if that hangs, too, a card appears (product 10.18)', async ({
  page,
  remotes,
  screens,
}) => {
  const { previous } = await remotes.pinned('toolbox');
  const loading = page.getByRole('main').getByRole('status', { name: 'Loading' });
  await page.clock.install();
  if (previous) {
    await remotes.hang('toolbox', 'live');
    await visit(page, 'toolbox');
    await expect(loading).toBeVisible();
    await page.clock.runFor(9000);
    await expect(getHeading(page, 'toolbox')).toBeVisible();
    expect(remotes.requested('toolbox').some((url) => url.includes(previous.entry))).toBe(true);
  }
  await remotes.hang('toolbox');
  await visit(page, 'toolbox');
  await expect(loading).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(screens.failure.card).toBeVisible({ timeout: 100 });
  }).toPass();
  await remotes.restore('toolbox');
  await screens.failure.tryAgain.click();
  await expect(getHeading(page, 'toolbox')).toBeVisible();
});

test('a page that throws while it renders is replaced by a card with a reference, is reported, and the rest works (product 10.18, 8.23)', async ({
  page,
  remotes,
  screens,
}) => {
  const reports = watchReports(page);
  const { version } = await remotes.pinned('marketplace');
  await remotes.failRender('marketplace');
  await visit(page, 'marketplace');
  await expect(screens.failure.card).toBeVisible();
  await expect(screens.failure.text).toContainText(/Reference [2-9A-Z]{6}/);
  await expect(screens.frame.bar).toBeVisible();
  await expect.poll(() => reports.errors('marketplace', version)).toContain('render');
  await remotes.restore('marketplace');
  await screens.failure.tryAgain.click();
  await expect(getHeading(page, 'marketplace')).toBeVisible();
});

test.describe('shared library scripts', () => {
  /** @returns scripts that the sign-in page needs and the shell's own pages do not */
  async function sharedScripts(page: Page): Promise<string[]> {
    const listScripts = async (path: string) => {
      const html = await (await page.request.get(path)).text();
      const hints = html.matchAll(/<link rel="preload" as="script"[^>]* href="(\/shell\/[^"]+)"/g);
      return [...hints].flatMap(([, href]) => href ?? []);
    };
    const shellScripts = await listScripts('/privacy');
    const own = (await listScripts(LANDING_PAGES.auth.path)).filter((script) => !shellScripts.includes(script));
    if (own.length === 0) throw new Error(`${LANDING_PAGES.auth.path} names no scripts of shared libraries.`);
    return own;
  }

  test.beforeEach(({ consoleWatch }) => consoleWatch.expectErrors(SCRIPT_LOAD_ERRORS));

  test('are requested again after one failure (product 10.18)', async ({ page, screens }) => {
    const scripts = await sharedScripts(page);
    await page.route(({ pathname, search }) => scripts.includes(pathname) && search === '', SCRIPT_FAULTS['cannot be reached']);
    await visit(page, 'auth');
    await expect(getHeading(page, 'auth')).toBeVisible();
    await expect(screens.failure.card).toHaveCount(0);
  });

  for (const fault of ['is HTML', 'hangs'] as const)
    test(`a card replaces the page while one of them ${fault}, until Try again loads it (product 10.18)`, async ({
      page,
      screens,
      consoleWatch,
    }) => {
      // The page uses its preloads late.
      consoleWatch.expectErrors(/preloaded using link preload but not used/);
      if (fault === 'hangs') await page.clock.install();
      const [script] = await sharedScripts(page);
      let isFixed = false;
      await page.route(
        ({ pathname }) => pathname === script,
        (route) => (isFixed ? route.continue() : SCRIPT_FAULTS[fault](route)),
      );
      await visit(page, 'auth');
      await expect(async () => {
        if (fault === 'hangs') await page.clock.runFor(9000);
        await expect(screens.failure.card).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(screens.frame.bar).toBeVisible();
      isFixed = true;
      await screens.failure.tryAgain.click();
      await expect(getHeading(page, 'auth')).toBeVisible();
    });
});
