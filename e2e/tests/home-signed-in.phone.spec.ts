import { expect, test } from '../src/index.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';
import { expectToStand } from '../src/screens/screen.ts';
import { smallTargets } from '../src/touch-targets.ts';

const LONG = `Messages get lost ${'x'.repeat(95)}`;

test('the own home, problems and bids fit a phone of 320 px, with words that have no end', async ({ page, people, request }) => {
  const [seeker, solver] = [await people.create('seeker', 'N'.repeat(80)), await people.create('solver')];
  const problem = await postProblem(request, seeker, { title: LONG, budget: 10_000 });
  await placeBid(request, solver, problem._id, { amount: 1_000_000 });
  await page.setViewportSize({ width: 320, height: 640 });
  const expectToFit = async (path: string, text: string) => {
    await page.goto(path);
    await expectToStand(page);
    await expect(page.getByRole('main')).toContainText(text);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect.soft(await smallTargets(page), path).toEqual([]);
  };
  await people.signIn(seeker);
  await expectToFit('/home', '1 new bid on');
  await expectToFit('/my-problems', '1 bid, 1 new');
  await people.signIn(solver);
  await expectToFit('/home', 'the only bid');
  await expectToFit('/my-bids', 'above the budget');
});

test('visitors find the latest problems and the categories as chips on /home', async ({ page, screens }) => {
  await screens.home.open();
  const latest = page.getByRole('region', { name: 'Latest problems' });
  await latest.scrollIntoViewIfNeeded();
  await expect(latest.getByRole('link').first()).toBeVisible();
  const chips = page.getByRole('region', { name: 'Browse by category' }).getByRole('link');
  // A chip is as wide as its words: none takes a line of its own up to the edge. As one comes near they are drawn anew.
  await expect.poll(async () => (await chips.first().boundingBox())?.width ?? Infinity).toBeLessThan(260);
  await expect.poll(async () => (await chips.last().boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
});
