import { expect, test } from '../src/index.ts';

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
