import type { BrowserContext } from '@playwright/test';
import { fixedVisits, openVisits, seePage } from '../src/candidate-pages.ts';
import type { Sight, Visit } from '../src/candidate-pages.ts';
import { expect, test } from '../src/index.ts';
import { newBrowser } from '../src/pages.ts';

/** How many pages load at the same time. */
const AT_ONCE = 3;

async function seeAll(context: BrowserContext, visits: readonly Visit[]): Promise<Sight[]> {
  const sights: Sight[] = [];
  for (let at = 0; at < visits.length; at += AT_ONCE) {
    const seen = visits.slice(at, at + AT_ONCE).map(async (visit) => {
      const page = await context.newPage();
      const sight = await seePage(page, visit);
      await page.close();
      return sight;
    });
    sights.push(...(await Promise.all(seen)));
  }
  return sights;
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
  const anonymous = await newBrowser(browser, baseURL);
  for (const name of names) {
    const { paths = [] } = (await composition.overridingBuild(name)) ?? {};
    const all = paths.map(({ path }) => path);
    const own = paths.filter(({ session }) => session).map(({ path }) => path);
    const open = all.filter((path) => !own.includes(path));
    const see = (visits: (patterns: readonly string[]) => Visit[]) =>
      Promise.all([seeAll(context, visits(own)), seeAll(anonymous, visits(open))]).then((sights) => sights.flat());
    const fixed = await see(fixedVisits);
    const links = fixed.flatMap((sight) => sight.links);
    const others = await see((patterns) => openVisits(patterns, links, all));
    const faults = [...fixed, ...others].flatMap(({ fault }) => fault ?? []);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }
  await anonymous.close();
});

test('every slot of the candidate shows', async ({ composition, page, people, screens }) => {
  const builds = await Promise.all(Object.keys(composition.overrides()).map((name) => composition.overridingBuild(name)));
  const slots = builds.flatMap((build) => build?.slots ?? []);
  test.skip(slots.length === 0, 'This run overrides no remote with a slot.');
  const { frame, bellPanel } = screens;
  /** How a person gets each to see. */
  const show: Record<string, () => Promise<void>> = {
    async 'notification-bell'() {
      await frame.bell.click();
      await expect(bellPanel.sound).toBeVisible();
    },
    async 'toolbox-dialog'() {
      // A link to the Toolbox where the channel has it open: nobody sees the dialog then.
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
        await screens.profile.open();
        const section = page.locator(`[data-slot="${slot}"]`);
        await expect(section.locator('> *').first()).toBeVisible();
        // The panel of a section that could not be loaded.
        return expect(section.getByRole('alert')).toHaveCount(0);
      }
      // The shell does not know where a remote opens its other dialogs.
      if (!show[slot] && slot.endsWith('-dialog')) return;
      const shows = show[slot];
      if (!shows) throw new Error(`The shell has no place for the slot "${slot}": it places ${Object.keys(show).join(', ')}.`);
      await shows();
    });
});
