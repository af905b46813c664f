import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { REMOTE_LOAD_ERRORS } from '../src/landing.ts';
import { watchReports } from '../src/reports.ts';
import { ROOT, readVersion } from '../src/setup/workspace.ts';

/** Without a server: requests are refused, or the test fulfills them. */
const ORIGIN = 'http://localhost:4399';
const DIST = join(ROOT, 'mf-toolbox/dist');

/** Fulfills requests with the toolbox's build, without the files that `isGone` names. */
const serveBuild = (page: Page, isGone: (path: string) => boolean) =>
  page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (isGone(pathname)) return route.abort('connectionrefused');
    return route.fulfill({ path: join(DIST, pathname), headers: { 'access-control-allow-origin': '*' } });
  });

const isChunk = (path: string) => path.endsWith('.js') && !path.includes('/remoteEntry.');

test.beforeEach(({ composition }) => {
  const overridden = ['toolbox', 'auth'].filter((name) => name in composition.overrides());
  test.skip(overridden.length > 0, `This run overrides ${overridden.join(', ')}.`);
});

test('an address runs a published version in this tab, which keeps it, shows it, and resets it', async ({
  page,
  screens,
  remotes,
}) => {
  const { entry, previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'Only one version of the toolbox is published there.');
  const { remotesPanel } = screens;
  await page.goto(`/toolbox?remote=toolbox@${previous?.version}`);
  await expect(screens.catalogue.heading).toBeVisible();
  await expect(remotesPanel.banner).toContainText(`toolbox runs from ${previous?.version}`);
  await screens.privacy.open();
  await expect(remotesPanel.banner, 'the tab keeps it').toBeVisible();
  await remotesPanel.open();
  await expect(remotesPanel.row('toolbox')).toContainText('override');
  await remotesPanel.resetAll.click();
  await expect(screens.privacy.heading).toBeVisible();
  await expect(remotesPanel.banner).toHaveCount(0);
  await screens.catalogue.open();
  await expect.poll(() => remotes.requested('toolbox')).toContainEqual(expect.stringContaining(entry));
});

test('a remote is overridden and reset by keyboard, and the focus returns (product 10.13)', async ({
  page,
  screens,
  remotes,
  expectAccessible,
}) => {
  const { version } = await remotes.pinned('auth');
  const { remotesPanel } = screens;
  const { keyboard } = page;
  await screens.privacy.open();
  await remotesPanel.open();
  await expect(remotesPanel.remote).toBeFocused();
  await keyboard.type('auth');
  await keyboard.press('Tab');
  await keyboard.type('yesterday');
  await keyboard.press('Enter');
  await expect(remotesPanel.panel.getByRole('alert')).toContainText('Enter an origin');
  await expectAccessible();
  await remotesPanel.target.focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(version);
  await keyboard.press('Enter');
  await expect(remotesPanel.banner).toContainText(`auth runs from ${version}`);

  await remotesPanel.open();
  const reset = remotesPanel.panel.getByRole('button', { name: 'Reset auth' });
  await expect(async () => {
    await keyboard.press('Shift+Tab');
    await expect(reset).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(screens.privacy.heading).toBeVisible();
  await expect(remotesPanel.banner).toHaveCount(0);

  await screens.frame.home.focus();
  await remotesPanel.open();
  await expect(remotesPanel.remote).toBeFocused();
  await keyboard.press('Escape');
  await expect(remotesPanel.panel).toHaveCount(0);
  await expect(screens.frame.home).toBeFocused();
});

test('an origin that is not allowed is refused with a reason and not requested, and the live version runs', async ({
  page,
  screens,
  outsideRequests,
}) => {
  const { banner, reset } = screens.remotesPanel;
  await page.goto('/toolbox?remote=toolbox@https://builds.example.com');
  await expect(screens.catalogue.heading).toBeVisible();
  await expect(banner).toContainText('toolbox@https://builds.example.com does not run');
  await expect(banner).toContainText('overrides allow https://builds.example.com');
  expect(outsideRequests).toEqual([]);
  await reset.click();
  await expect(banner).toHaveCount(0);
});

test.describe('an override that cannot be loaded fails, and nothing replaces it', () => {
  test.beforeEach(({ consoleWatch }) => consoleWatch.expectErrors(REMOTE_LOAD_ERRORS));

  test('if its origin does not respond', async ({ page, screens, remotes, composition }) => {
    const { failure, remotesPanel } = screens;
    const { version } = await remotes.pinned('toolbox');
    const reports = watchReports(page);
    await page.goto(`/toolbox?remote=toolbox@${ORIGIN}`);
    await expect(failure.card).toBeVisible();
    await expect(failure.text).toContainText(`${ORIGIN} has no build of toolbox`);
    await expect(failure.text).toContainText('Start its server');
    await expect(remotesPanel.banner).toContainText(`toolbox from ${ORIGIN} is unavailable`);
    await remotesPanel.details.click();
    await expect(remotesPanel.row('toolbox')).toContainText(/unknown.*override.*failed/);
    await page.keyboard.press('Escape');
    await expect.poll(() => reports.loaded('toolbox', 'unknown')).toBe(false);
    expect(await reports.loaded('toolbox', version)).toBeUndefined();
    expect(remotes.requested('toolbox')).toEqual([]);
    await failure.reset.click();
    await expect(screens.catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toHaveCount(0);

    await remotes.use('toolbox', ORIGIN);
    await page.goto('/toolbox');
    await expect(failure.card).toBeVisible();
    const { remotes: ran } = await composition.versions();
    const failed = { name: 'toolbox', version: 'unknown', from: ORIGIN, failed: true };
    expect(ran, 'the versions of the test').toContainEqual(expect.objectContaining(failed));
  });

  test('if its origin disappears after the entry was loaded, until Try again', async ({ page, screens, remotes }) => {
    test.skip(!existsSync(DIST), 'The toolbox is not built here.');
    const { failure, remotesPanel } = screens;
    const version = (await readVersion(DIST)) ?? '';
    const reports = watchReports(page);
    let isDown = true;
    await serveBuild(page, (path) => isDown && isChunk(path));
    await page.goto(`/toolbox?remote=toolbox@${ORIGIN}`);
    await expect(failure.card).toBeVisible();
    await expect(failure.text).toContainText(`This tab runs toolbox from ${ORIGIN}, and it failed to load`);
    await remotesPanel.details.click();
    await expect(remotesPanel.row('toolbox')).toContainText(version);
    await expect(remotesPanel.row('toolbox')).toContainText('override');
    await page.keyboard.press('Escape');
    await expect.poll(() => reports.errors('toolbox', version)).toContain('load');
    isDown = false;
    await failure.tryAgain.click();
    await expect(screens.catalogue.heading).toBeVisible();
    expect(remotes.requested('toolbox')).toEqual([]);
  });

  test('if its version is not published, or its remote is unknown', async ({ page, screens, remotes }) => {
    for (const [path, override, sentence] of [
      ['/toolbox', 'toolbox@9.9.9', 'toolbox@9.9.9 is not published'],
      ['/toolbox-next', `toolbox-next@${ORIGIN}`, `${ORIGIN} has no build of toolbox-next`],
    ] as const) {
      await page.goto(`${path}?remote=${override}`);
      await expect(screens.failure.card).toBeVisible();
      await expect(screens.failure.text).toContainText(sentence);
    }
    expect(remotes.requested('toolbox').filter((url) => url.includes('/remoteEntry.'))).toEqual([]);
  });
});

test.describe('the version set of a test', () => {
  // Server-rendered content would appear before any version runs.
  test.use({ renderedBy: 'browser' });

  test('contains the versions that ran: another one after use(), and the previous one after a failure; use() rejects what the server refuses', async ({
    page,
    screens,
    remotes,
    composition,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
    const { version, previous } = await remotes.pinned('auth');
    test.skip(previous === undefined, 'Only one version of auth is published there.');
    await remotes.failLoad('auth', 'live');
    await screens.signIn.open();
    const ran = async () => (await composition.versions()).remotes;
    expect(await ran()).toContainEqual({ name: 'auth', version: previous?.version, before: [version] });

    await remotes.use('auth', previous?.version ?? '');
    await screens.signIn.open();
    await expect(page).toHaveURL(/\/signin$/);
    expect(await ran()).toContainEqual(expect.objectContaining({ name: 'auth', version: previous?.version }));
    await expect(remotes.use('auth', '9.9.9')).rejects.toThrow(/auth@9\.9\.9 cannot run at .+9\.9\.9/);
  });

  test('never passes with the live version instead of the candidate, even if a page ignores the override', async ({
    page,
    screens,
    remotes,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
    const { entry } = await remotes.pinned('auth');
    await remotes.use('auth', ORIGIN);
    await page.route('/signin', (route) => route.continue());
    await page.goto('/signin');
    await expect(screens.failure.card).toBeVisible();
    await expect.poll(() => remotes.requested('auth')).toContainEqual(expect.stringContaining(entry));
  });
});
