import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { LANDING, LOAD_ERRORS } from '../src/landing.ts';
import { REMOTE_NAMES } from '../src/remotes.ts';
import type { RemoteName, Remotes, Which } from '../src/remotes.ts';
import { watchReports } from '../src/reports.ts';

// What the server makes of a page is there whatever becomes of its scripts: served-pages.spec.ts has that.
test.use({ drawnBy: 'browser' });

/** Each way in which a version of a remote can fail to come. */
const FAULTS: [what: string, make: (remotes: Remotes, name: RemoteName, which: Which) => Promise<void>][] = [
  ['cannot be reached', (remotes, name, which) => remotes.kill(name, which)],
  ['answers 404', (remotes, name, which) => remotes.fail(name, which, 404)],
  ['answers 500', (remotes, name, which) => remotes.fail(name, which, 500)],
  ['answers HTML in place of scripts', (remotes, name, which) => remotes.corrupt(name, which)],
  ['has another entry than was published', (remotes, name, which) => remotes.tamper(name, 'entry', which)],
  ['has other chunks than were published', (remotes, name, which) => remotes.tamper(name, 'chunk', which)],
  ['throws while it is loaded', (remotes, name, which) => remotes.failLoad(name, which)],
];

/** The page's hints may wait for what hangs, so nobody waits until the browser says that it has loaded. */
const visit = (page: Page, name: RemoteName) => page.goto(LANDING[name].path, { waitUntil: 'commit' });

const standing = (page: Page, name: RemoteName) =>
  page.getByRole('main').getByRole('heading', { level: 1, name: LANDING[name].heading });

/** How long this machine takes to show the page when nothing fails (ms): no failure makes that quicker. */
async function usualTime(page: Page, name: RemoteName): Promise<number> {
  const began = performance.now();
  await visit(page, name);
  await expect(standing(page, name)).toBeVisible();
  return performance.now() - began;
}

for (const name of REMOTE_NAMES) {
  test.describe(name, () => {
    test.beforeEach(async ({ people, remotes, composition, consoleWatch }) => {
      consoleWatch.expectErrors(LOAD_ERRORS);
      const { previous } = await remotes.pinned(name);
      test.skip(previous === undefined, `Nothing was live of ${name} before, so nothing can stand in for it.`);
      test.skip(name in composition.overrides(), 'Nothing stands in for an override.');
      if (LANDING[name].session) await people.signIn(await people.demo('solver'));
    });

    for (const [what, make] of FAULTS) {
      test(`${what}: the page is there within 3 s from the version before, and both are reported`, async ({ page, remotes }) => {
        const usual = await usualTime(page, name);
        const reports = watchReports(page);
        const { version, previous } = await remotes.pinned(name);
        await make(remotes, name, 'live');
        await visit(page, name);
        await expect(standing(page, name)).toBeVisible({ timeout: usual + 3000 });
        await expect.poll(() => remotes.requested(name).some((url) => url.includes(previous?.entry ?? ''))).toBe(true);
        await expect.poll(() => reports.errors(name, version)).toContain('load');
        await expect.poll(() => reports.loaded(name, previous?.version ?? '')).toBe(true);
      });
    }

    test('hangs: the page is there after 8 s from the version before', async ({ page, remotes }) => {
      const { previous } = await remotes.pinned(name);
      const loading = page.getByRole('main').getByRole('status', { name: 'Loading' });
      await page.clock.install();
      await remotes.hang(name, 'live');
      await visit(page, name);
      await expect(loading).toBeVisible();
      await page.clock.runFor(4000);
      await expect(loading).toBeVisible();
      await page.clock.runFor(5000);
      await expect(standing(page, name)).toBeVisible();
      await expect.poll(() => remotes.requested(name).some((url) => url.includes(previous?.entry ?? ''))).toBe(true);
    });

    test('throws while it renders: a card in its place, the rest works, and it is reported', async ({
      page,
      remotes,
      screens,
    }) => {
      const reports = watchReports(page);
      const { version } = await remotes.pinned(name);
      await remotes.failRender(name);
      await visit(page, name);
      await expect(screens.failure.card).toBeVisible();
      await expect(screens.frame.bar).toBeVisible();
      await expect.poll(() => reports.errors(name, version)).toContain('render');
      await remotes.restore(name);
      await screens.failure.tryAgain.click();
      await expect(standing(page, name)).toBeVisible();
    });

    test('and the version before it cannot be reached: a card, and nobody asks again for 30 s but Try again', async ({
      page,
      remotes,
      screens,
    }) => {
      await page.clock.install();
      await remotes.kill(name);
      await visit(page, name);
      await page.clock.runFor(2000);
      await expect(screens.failure.card).toBeVisible();
      const leave = () => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      const entries = () => remotes.requested(name).filter((url) => url.includes('/remoteEntry.')).length;
      await leave();
      await expect(screens.privacy.heading).toBeVisible();
      await page.clock.runFor(3000);
      const asked = entries();
      await page.goBack();
      await expect(screens.failure.card).toBeVisible();
      expect(entries(), 'the breaker is open').toBe(asked);
      await remotes.restore(name);
      await screens.failure.tryAgain.click();
      await expect(standing(page, name)).toBeVisible();
    });
  });
}
