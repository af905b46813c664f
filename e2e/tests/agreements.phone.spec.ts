import { expect, test } from '../src/index.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import type { Screens } from '../src/index.ts';
import { expectNoOverflow, findSmallTargets } from '../src/touch-targets.ts';

async function expectBarAboveTabs({ frame }: Screens, { side }: ReturnType<Screens['problem']>): Promise<void> {
  const [tabs, bar] = [await frame.tabs.boundingBox(), await side.boundingBox()];
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(Math.round(tabs?.y ?? -1));
}

test('a solver bids from the bar at the bottom and finds the bid in My Bids, at 320 px (product 2.19, 2.23, 2.42, 10.15)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
}) => {
  const title = `Lost messages ${'x'.repeat(80)}`;
  const { _id: id } = await postProblem(request, await people.create('seeker'), { title, budget: 10_000 });
  await people.signIn(await people.create('solver'));
  await page.setViewportSize({ width: 320, height: 640 });
  const problem = screens.problem(id);
  await problem.open();
  await expect(problem.side).toContainText('$10,000');
  await expect(problem.side.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectBarAboveTabs(screens, problem);
  await problem.side.getByRole('button', { name: 'Place bid' }).tap();
  await problem.bidDialog.amount.fill('1000000');
  await problem.bidDialog.days.fill('90');
  await problem.bidDialog.message.fill('word'.repeat(100));
  await expectNoOverflow(page);
  await problem.bidDialog.place.tap();
  await expect(problem.ownBid).toContainText('$990,000 above budget');
  await expect(problem.side).toContainText('1 Bid');
  await expect(problem.side.getByRole('button', { name: 'Edit bid' })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible();

  await page.goto('/my-bids?status=withdrawn');
  await expect(page.getByRole('tab', { name: 'Withdrawn 0' })).toBeInViewport({ ratio: 0.95 });
  await screens.myBids.states.getByRole('tab', { name: 'All 1' }).tap();
  await expect(screens.myBids.row('Lost messages')).toContainText('Pending');
  await expectNoOverflow(page);
});

test('a seeker compares bids, accepts one and marks the problem solved, at 320 px (product 2.20, 2.41, 2.51, 2.53, 10.15)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  await placeBid(request, jonas, id);
  await placeBid(request, await people.create('solver', `Lena ${'V'.repeat(70)}`), id, { amount: 1_000_000 });
  await people.signIn(ines);
  await page.setViewportSize({ width: 320, height: 640 });
  const problem = screens.problem(id);
  const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await problem.open();
  await problem.side.getByRole('button', { name: 'Review bids' }).tap();
  await expect(page.getByRole('tab', { name: 'Bids (2)' })).toBeInViewport();
  const row = problem.bidBy('Jonas Weber');
  const more = row.getByRole('button', { name: 'More for the bid of Jonas Weber' });
  await test.step('the menu of a bid returns the focus', async () => {
    await more.tap();
    await expect(page.getByRole('menuitem')).toHaveText(['Shortlist', 'Message', 'Reject']);
    await expectAccessible();
    await menuItem('Shortlist').tap();
    await expect(row).toContainText('On the shortlist');
    await expect(more).toBeFocused();
    await expect(row.getByRole('button')).toHaveText(['Details', '']);
    expect(await findSmallTargets(page)).toEqual([]);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(menuItem('Remove from shortlist')).toBeVisible();
    await menuItem('Reject').tap();
    const question = page.getByRole('dialog', { name: 'Reject this bid?' });
    await question.getByRole('button', { name: 'Cancel' }).tap();
    await expect(question).toBeHidden();
    await expect(more).toBeFocused();
  });
  await test.step('compare', async () => {
    for (const bid of [problem.bidRows.nth(0), problem.bidRows.nth(1)]) {
      await bid.getByLabel('Compare').check();
    }
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Compare 2 bids' }).tap();
    await expect(page.getByRole('dialog').getByRole('table')).toContainText('$1,000,000');
    await expectNoOverflow(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('accept', async () => {
    await row.getByRole('button', { name: 'Details' }).tap();
    await row.getByRole('button', { name: 'Accept $250 bid' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accept \$/ })
      .tap();
    await expect(problem.agreement).toContainText('$250');
    await expect(problem.side).toContainText('due in 4 days');
    const [heading, card] = [await problem.heading.boundingBox(), await problem.agreement.boundingBox()];
    expect(card?.y ?? 0).toBeGreaterThan(heading?.y ?? 0);
    await expectNoOverflow(page);
    await expectAccessible();
  });
  await test.step('solve', async () => {
    const { agreements } = await (await request.get('/api/agreements', { headers: getAuthHeaders(jonas) })).json();
    const delivery = { headers: getAuthHeaders(jonas), data: { note: 'It is on the branch `fix`.' } };
    expect((await request.put(`/api/agreements/${agreements[0]._id}/deliver`, delivery)).ok()).toBe(true);
    await expect(problem.side.getByRole('button', { name: 'Ask for changes' })).toBeVisible();
    await expectNoOverflow(page);
    await problem.side.getByRole('button', { name: 'Mark solved' }).tap();
    const question = page.getByRole('dialog', { name: 'Mark this problem solved?' });
    await expectNoOverflow(page);
    await question.getByRole('button', { name: 'Mark solved' }).tap();
    await expect(page.getByRole('form', { name: 'Rate Jonas Weber' })).toBeVisible();
    await expectBarAboveTabs(screens, problem);
  });
});
