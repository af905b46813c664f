import type { BrowserContext } from '@playwright/test';
import { createFixedVisits, createParameterVisits, visitPage } from '../src/candidate-visits.ts';
import type { PageResult, Visit } from '../src/candidate-visits.ts';
import { expect, test } from '../src/index.ts';
import { openBrowser } from '../src/pages.ts';

const CONCURRENCY = 3;

async function visitAll(context: BrowserContext, visits: readonly Visit[]): Promise<PageResult[]> {
  const results: PageResult[] = [];
  for (let at = 0; at < visits.length; at += CONCURRENCY) {
    const visited = visits.slice(at, at + CONCURRENCY).map(async (visit) => {
      const page = await context.newPage();
      const result = await visitPage(page, visit);
      await page.close();
      return result;
    });
    results.push(...(await Promise.all(visited)));
  }
  return results;
}

test('every page of the candidate shows its heading to a user who may see it', async ({
  browser,
  baseURL,
  context,
  composition,
  people,
}) => {
  const names = Object.keys(composition.overrides());
  test.skip(names.length === 0, 'This run overrides nothing.');
  const { password: _password, ...user } = await people.demo('seeker');
  await context.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  const anonymous = await openBrowser(browser, baseURL);
  for (const name of names) {
    const { paths = [] } = (await composition.overridingBuild(name)) ?? {};
    const all = paths.map(({ path }) => path);
    const sessionPaths = paths.filter(({ session }) => session).map(({ path }) => path);
    const publicPaths = all.filter((path) => !sessionPaths.includes(path));
    const visitAs = (visits: (patterns: readonly string[]) => Visit[]) =>
      Promise.all([visitAll(context, visits(sessionPaths)), visitAll(anonymous, visits(publicPaths))]).then((results) =>
        results.flat(),
      );
    const fixed = await visitAs(createFixedVisits);
    const links = fixed.flatMap((result) => result.links);
    const parameterized = await visitAs((patterns) => createParameterVisits(patterns, links, all));
    const failures = [...fixed, ...parameterized].flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw new Error(failures.join('\n'));
  }
  await anonymous.close();
});

test('every slot of the candidate shows', async ({ composition, page, people, screens }) => {
  const builds = await Promise.all(Object.keys(composition.overrides()).map((name) => composition.overridingBuild(name)));
  const slots = builds.flatMap((build) => build?.slots ?? []);
  test.skip(slots.length === 0, 'This run overrides no remote with a slot.');
  const { frame, bellPanel } = screens;
  const show: Record<string, () => Promise<void>> = {
    async 'notification-bell'() {
      await frame.bell.click();
      await expect(bellPanel.sound).toBeVisible();
    },
    async 'toolbox-dialog'() {
      // It is a link once the channel opens the Toolbox.
      if ((await frame.toolbox.getAttribute('href')) !== null) return;
      await frame.toolbox.click();
      await expect(frame.toolboxDialog).toBeVisible();
    },
    async 'role-switch-dialog'() {
      await frame.postProblem.click();
      await expect(frame.roleSwitchDialog).toBeVisible();
    },
  };
  await people.signIn(await people.demo('solver'));
  for (const slot of slots)
    await test.step(slot, async () => {
      await screens.privacy.open();
      if (slot.endsWith('-settings')) {
        await screens.settings('account').open();
        const section = page.locator(`[data-slot="${slot}"]`);
        await expect(section.locator('> *').first()).toBeVisible();
        // The card of a section that could not be loaded.
        return expect(section.getByRole('alert')).toHaveCount(0);
      }
      // The shell does not know where a remote opens its other dialogs.
      if (!show[slot] && slot.endsWith('-dialog')) return;
      const shows = show[slot];
      if (!shows) throw new Error(`The shell does not render the slot "${slot}": it renders ${Object.keys(show).join(', ')}.`);
      await shows();
    });
});
