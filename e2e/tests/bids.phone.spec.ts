import { expect, test } from '../src/index.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';
import { smallTargets } from '../src/touch-targets.ts';

test('on a phone a bid is placed and found again, at 320 px too', async ({ page, people, request }) => {
  const seeker = await people.create('seeker');
  const response = await request.post('/api/problems', {
    headers: { 'x-app-key': 'solvent-web', Authorization: `Bearer ${seeker.token}` },
    data: {
      title: `Lost messages ${'x'.repeat(80)}`,
      body: 'After a reconnect the client misses what was sent meanwhile.',
      category: 'backend',
      tags: ['React'],
      budget: 10_000,
    },
  });
  const { problem } = (await response.json()) as { problem: { _id: string } };
  await people.signIn(await people.create('solver'));
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  await page.goto(`/view-problems/${problem._id}`);
  await page.getByRole('button', { name: 'Place bid' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000000');
  await dialog.getByRole('textbox', { name: 'Days' }).fill('90');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('word'.repeat(100));
  expect(await overflow()).toBe(0);
  await dialog.getByRole('button', { name: 'Place bid' }).tap();
  await expect(page.getByRole('region', { name: 'Your bid' })).toContainText('$990,000 above the budget');
  expect(await overflow()).toBe(0);

  await page.goto('/my-bids?status=withdrawn');
  await expect(page.getByRole('tab', { name: 'Withdrawn 0' })).toBeInViewport({ ratio: 0.95 });
  await page.goto('/my-bids');
  await expect(page.getByRole('row', { name: /Lost messages/ })).toContainText('Pending');
  expect(await overflow()).toBe(0);
});

test('on a phone a row of the bids has Accept, Details and one menu, which gives the focus back', async ({
  page,
  people,
  request,
  expectAccessible,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver', 'Lena Vogt')];
  const { _id: id } = await postProblem(request, seeker);
  await placeBid(request, solver, id);
  await people.signIn(seeker);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/view-problems/${id}`);
  const row = page.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  const more = row.getByRole('button', { name: 'More for the bid of Lena Vogt' });
  await more.tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Shortlist', 'Message', 'Compare', 'Reject']);
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'Shortlist' }).tap();
  await expect(row).toContainText('On the shortlist');
  await expect(more).toBeFocused();
  await expect(row.getByRole('button')).toHaveText(['Accept', 'Details', '']);
  expect(await smallTargets(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Take off the shortlist' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Reject' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Reject this bid?' });
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});
