import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';

const MESSAGE = 'I would start with a failing test, and then fix what it shows.';

test('a seeker becomes a solver to bid beside the problem, keeps the draft, and withdraws the bid from My Bids (product 2.23, 2.42, 3.2, 4.11, 5.8, 8.10)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
}) => {
  const { _id: id, title } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('seeker', 'Ada Park'));
  const { side, ownBid, open, bidDialog } = screens.problem(id);
  const { dialog, amount, days, message, place } = bidDialog;
  const placeBid = side.getByRole('button', { name: 'Place bid' });
  await open();
  await test.step('become a solver', async () => {
    await side.getByRole('button', { name: 'Become a solver to bid' }).click();
    const roleSwitch = page.getByRole('dialog', { name: 'Switch to Solver Account' });
    await roleSwitch.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
    await roleSwitch.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
    await roleSwitch.getByRole('button', { name: 'Switch to Solver' }).click();
    await expect(placeBid).toBeVisible();
  });
  await test.step('the form opens beside the problem, which stays usable', async () => {
    await message.fill(MESSAGE);
    await amount.fill('250');
    await days.fill('3');
    const text = await page.getByRole('article').getByText('After a reconnect the client').boundingBox();
    const panel = await dialog.boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
    await page.getByRole('textbox', { name: 'Your question' }).fill('Within reach?');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('the draft', async () => {
    await page.reload();
    await placeBid.click();
    await expect(message).toHaveValue(MESSAGE);
    await expect(amount).toHaveValue('250');
    await place.click();
    await expect(page.getByRole('status').filter({ hasText: 'Bid placed' })).toBeVisible();
    await expect(ownBid).toContainText('Pending');
  });
  await test.step('withdraw it from My Bids', async () => {
    await screens.frame.bar.getByRole('link', { name: 'My Bids' }).click();
    await expect(page).toHaveTitle('My Bids · Solvent');
    const { states, row } = screens.myBids;
    await expect(states.getByRole('tab', { name: 'All 1' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible();
    await row(title)
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await states.getByRole('tab', { name: 'Withdrawn 1' }).click();
    await expect(page).toHaveURL(/\/my-bids\?status=withdrawn$/);
    await row(title).getByRole('link', { name: title }).click();
    await expect(ownBid).toContainText('Withdrawn');
    await expect(placeBid).toBeVisible();
  });
});
