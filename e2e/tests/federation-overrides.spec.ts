import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { LOAD_ERRORS } from '../src/landing.ts';
import { watchReports } from '../src/reports.ts';
import { ROOT, versionOf } from '../src/setup/workspace.ts';

/** Nobody listens there: this run's own ports are others. */
const ORIGIN = 'http://localhost:4399';
const DIST = join(ROOT, 'mf-toolbox/dist');

/** A server of the toolbox's build, as far as the page's requests go; gone for the files that `isGone` names. */
const serveBuild = (page: Page, isGone: (path: string) => boolean) =>
  page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (isGone(pathname)) return route.abort('connectionrefused');
    return route.fulfill({ path: join(DIST, pathname), headers: { 'access-control-allow-origin': '*' } });
  });

const isChunk = (path: string) => path.endsWith('.js') && !path.includes('/remoteEntry.');

test.beforeEach(({ composition }) => {
  const overridden = ['toolbox', 'auth'].filter((name) => name in composition.overrides());
  test.skip(overridden.length > 0, `This run puts something else in the place of ${overridden.join(', ')}.`);
});

test('a published version is put into this tab by its address, kept in it, shown, and taken back', async ({
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
  await page.goto('/privacy');
  await expect(remotesPanel.banner, 'the tab keeps it').toBeVisible();
  await remotesPanel.open();
  await expect(remotesPanel.row('toolbox')).toContainText('override');
  await remotesPanel.resetAll.click();
  await expect(screens.privacy.heading).toBeVisible();
  await expect(remotesPanel.banner).toHaveCount(0);
  await screens.catalogue.open();
  await expect.poll(() => remotes.requested('toolbox')).toContainEqual(expect.stringContaining(entry));
});

test('an origin that is not allowed is refused with a reason, nobody asks it, and the live version runs', async ({
  page,
  screens,
  outsideRequests,
}) => {
  await page.goto('/toolbox?remote=toolbox@https://builds.example.com');
  await expect(screens.catalogue.heading).toBeVisible();
  await expect(screens.remotesPanel.banner).toContainText('toolbox@https://builds.example.com does not run');
  await expect(screens.remotesPanel.banner).toContainText('overrides allow https://builds.example.com');
  expect(outsideRequests).toEqual([]);
  await screens.remotesPanel.reset.click();
  await expect(screens.remotesPanel.banner).toHaveCount(0);
});

test('use() runs another version past the address, and refuses what the server refuses', async ({
  page,
  screens,
  remotes,
  composition,
}) => {
  const { previous } = await remotes.pinned('auth');
  test.skip(previous === undefined, 'Only one version of auth is published there.');
  await remotes.use('auth', previous?.version ?? '');
  await screens.signIn.open();
  await expect(page).toHaveURL(/\/signin$/);
  await expect.poll(() => remotes.requested('auth')).toContainEqual(expect.stringContaining(previous?.entry ?? ''));
  const { remotes: ran } = await composition.versions();
  expect(ran).toContainEqual({ name: 'auth', version: previous?.version });
  await expect(remotes.use('auth', '9.9.9')).rejects.toThrow(/auth@9\.9\.9 cannot run at .+9\.9\.9/);
});

test('the panel puts a version in, and says what is wrong with what was typed', async ({
  screens,
  remotes,
  expectAccessible,
}) => {
  const { previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'Only one version of the toolbox is published there.');
  const { remotesPanel } = screens;
  await screens.privacy.open();
  await expect(async () => {
    await remotesPanel.open();
    await expect(remotesPanel.panel).toBeVisible({ timeout: 1000 });
  }).toPass();
  await remotesPanel.remote.fill('toolbox');
  await remotesPanel.target.fill('yesterday');
  await remotesPanel.target.press('Enter');
  await expect(remotesPanel.panel.getByRole('alert')).toContainText('Type an origin');
  await expectAccessible();
  await remotesPanel.target.fill(previous?.version ?? '');
  await remotesPanel.run.click();
  await expect(remotesPanel.banner).toContainText(`toolbox runs from ${previous?.version}`);
});

test.describe('an override that cannot be had fails, and nothing stands in for it', () => {
  test.beforeEach(({ consoleWatch }) => consoleWatch.expectErrors(LOAD_ERRORS));

  test('where nothing answers at its origin', async ({ page, screens, remotes, expectAccessible }) => {
    const { failure, remotesPanel } = screens;
    const { version } = await remotes.pinned('toolbox');
    const reports = watchReports(page);
    await page.goto(`/toolbox?remote=toolbox@${ORIGIN}`);
    await expect(failure.card).toBeVisible();
    await expect(failure.text).toContainText(`${ORIGIN} gave no build of toolbox`);
    await expect(failure.text).toContainText('start its server');
    await expect(remotesPanel.banner).toContainText(`toolbox from ${ORIGIN} cannot be had`);
    await expectAccessible();
    await remotesPanel.details.click();
    await expect(remotesPanel.row('toolbox')).toContainText(/unknown.*override.*failed/);
    await page.keyboard.press('Escape');
    await expect.poll(() => reports.loaded('toolbox', 'unknown')).toBe(false);
    expect(await reports.loaded('toolbox', version)).toBeUndefined();
    expect(remotes.requested('toolbox')).toEqual([]);
    await failure.reset.click();
    await expect(screens.catalogue.heading).toBeVisible();
    await expect(remotesPanel.banner).toHaveCount(0);
  });

  test('where its origin goes away after the entry came', async ({ page, screens, remotes }) => {
    test.skip(!existsSync(DIST), 'The toolbox is not built here.');
    const { failure, remotesPanel } = screens;
    const version = (await versionOf(DIST)) ?? '';
    const reports = watchReports(page);
    let isDown = true;
    await serveBuild(page, (path) => isDown && isChunk(path));
    await page.goto(`/toolbox?remote=toolbox@${ORIGIN}`);
    await expect(failure.card).toBeVisible();
    await expect(failure.text).toContainText(`This tab runs toolbox from ${ORIGIN}, and it fails`);
    await remotesPanel.details.click();
    await expect(remotesPanel.row('toolbox')).toContainText(version);
    await expect(remotesPanel.row('toolbox')).toContainText('override');
    await page.keyboard.press('Escape');
    await expect.poll(() => reports.errors('toolbox', version)).toContain('load');
    expect(remotes.requested('toolbox')).toEqual([]);
    isDown = false;
    await failure.tryAgain.click();
    await expect(screens.catalogue.heading).toBeVisible();
    expect(remotes.requested('toolbox')).toEqual([]);
  });

  for (const [what, asked, sentence] of [
    ['a version that is not published', 'toolbox@9.9.9', 'toolbox@9.9.9 is not published'],
    ['a remote that nobody knows', `toolbox-next@${ORIGIN}`, `${ORIGIN} gave no build of toolbox-next`],
  ] as const)
    test(`of ${what}`, async ({ page, screens, remotes }) => {
      await page.goto(`${asked.startsWith('toolbox@') ? '/toolbox' : '/toolbox-next'}?remote=${asked}`);
      await expect(screens.failure.card).toBeVisible();
      await expect(screens.failure.text).toContainText(sentence);
      expect(remotes.requested('toolbox').filter((url) => url.includes('/remoteEntry.'))).toEqual([]);
    });

  test('and the versions of a test say that it did not come', async ({ page, screens, remotes, composition }) => {
    await remotes.use('toolbox', ORIGIN);
    await page.goto('/toolbox');
    await expect(screens.failure.card).toBeVisible();
    const { remotes: ran } = await composition.versions();
    expect(ran).toContainEqual({ name: 'toolbox', version: 'unknown', from: ORIGIN, failed: true });
  });

  test('not even in a page that takes no notice of it, so that no test passes by the live version', async ({
    page,
    screens,
    remotes,
  }) => {
    const { entry } = await remotes.pinned('auth');
    await remotes.use('auth', ORIGIN);
    await page.route('/signin', (route) => route.continue());
    await page.goto('/signin');
    await expect(screens.failure.card).toBeVisible();
    await expect.poll(() => remotes.requested('auth')).toContainEqual(expect.stringContaining(entry));
  });
});

test.describe('drawn by the browser', () => {
  // The page has to wait for the remote: what the server makes of it stands before any version ran.
  test.use({ drawnBy: 'browser' });

  test('the versions of a test name what stood in for another one', async ({ screens, remotes, composition, consoleWatch }) => {
    consoleWatch.expectErrors(LOAD_ERRORS);
    const { version, previous } = await remotes.pinned('auth');
    test.skip(previous === undefined, 'Only one version of auth is published there.');
    await remotes.failLoad('auth', 'live');
    await screens.signIn.open();
    const { remotes: ran } = await composition.versions();
    expect(ran).toContainEqual({ name: 'auth', version: previous?.version, before: [version] });
  });
});

test('a dropped socket comes back by itself', async ({ people, socket, screens, consoleWatch }) => {
  consoleWatch.expectErrors(LOAD_ERRORS);
  await people.signIn(await people.demo('seeker'));
  await screens.conversations.open();
  await expect.poll(() => socket.opened()).toBe(1);
  await socket.drop();
  await expect.poll(() => socket.opened()).toBe(2);
});
