import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';

const VIEW = 'Nothing was heard of the work for a week now.';

const panel = (page: Page) => page.getByRole('region', { name: 'Agreement' });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

test('axe finds nothing serious on bidding, comparing and an agreement’s dialogs, in both themes', async ({
  page,
  people,
  request,
  expectAccessibleInBothThemes,
}) => {
  test.setTimeout(240_000);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  const call = async (person: typeof ines, method: string, path: string, data: object = {}) => {
    const answer = await request.fetch(`/api/${path}`, { method, headers: headersOf(person), data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer;
  };
  /** Opens what the button opens, looks at it, and closes it. */
  const look = async (name: string, title: string) => {
    await press(page, name);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await expectAccessibleInBothThemes();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  await people.signIn(jonas);
  await page.goto(`/view-problems/${id}`);
  await look('Place bid', 'Bid on this problem');
  const bid = await placeBid(request, jonas, id);
  await placeBid(request, await people.create('solver', 'Lena Vogt'), id, { amount: 290 });

  await people.signIn(ines);
  await page.goto(`/view-problems/${id}`);
  const bids = page.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  for (const row of [bids.nth(0), bids.nth(1)]) await row.getByRole('button', { name: 'Compare' }).click();
  await look('Compare 2 bids', 'Compare 2 bids');
  await call(ines, 'PUT', `bids/${bid._id}/accept`);
  await expect(panel(page)).toBeVisible();
  await look('Mark solved', 'Mark this problem solved?');
  await look('Part ways', 'Part ways with Jonas Weber?');
  await look('Propose a change', 'Propose a change');
  await look('Something is wrong?', 'Something is wrong?');

  const listed = await call(ines, 'GET', 'agreements');
  const [agreement] = ((await listed.json()) as { agreements: { _id: string }[] }).agreements;
  const path = `agreements/${agreement?._id}`;
  await call(jonas, 'POST', `${path}/changes`, { amount: 280, days: 6, note: 'There is a second bug behind it.' });
  await expect(panel(page).getByRole('group', { name: 'Proposed change' })).toBeVisible();
  await expectAccessibleInBothThemes();
  await look('Agree', 'Agree to this change?');
  await people.signIn(jonas);
  await page.goto(`/view-problems/${id}`);
  await look('Mark delivered', 'Mark as delivered');
  await call(jonas, 'PUT', `${path}/deliver`, { note: 'It is on the branch `fix`.' });
  await call(jonas, 'POST', `${path}/dispute`, { view: VIEW });
  await expect(page.getByRole('region', { name: 'Dispute' })).toContainText(VIEW);
  await expectAccessibleInBothThemes();
  await look('Change your view', 'Your view');
});
