import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import { newBrowser } from '../src/pages.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const panel = (page: Page) => page.getByRole('region', { name: 'Agreement' });
const step = (page: Page, name: string) =>
  panel(page).getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** A browser of their own, where somebody is signed in. */
async function anotherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  { password: _kept, ...user }: Person,
): Promise<Page> {
  const page = await (await newBrowser(browser, baseURL)).newPage();
  await page.addInitScript((saved) => localStorage.setItem('user', saved), JSON.stringify(user));
  return page;
}

test('from the bids beside each other to the payment, between two people', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const [ines, jonas, lena] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Lena Vogt'),
  ];
  const told = async (person: Person): Promise<string[]> => {
    const answer = await request.get('/api/notifications', { headers: headersOf(person) });
    return ((await answer.json()) as { notifications: { type: string }[] }).notifications.map(({ type }) => type);
  };
  const { _id: id } = await postProblem(request, ines);
  const ofLena = await placeBid(request, lena, id, { amount: 290, estimatedDays: 2 });
  await placeBid(request, jonas, id, {
    amount: 250,
    message: 'I would start with a **failing** test, and then mend what it shows.',
  });
  await people.signIn(ines);
  await page.goto(`/view-problems/${id}`);
  await expect(page.getByRole('tab', { name: 'Bids (2)' })).toHaveAttribute('aria-selected', 'true');

  // Beside each other; what changes under the eye is said.
  const bids = page.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  const row = (name: string) => bids.filter({ hasText: name });
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Fewest days');
  await expect(bids.first()).toContainText('Lena Vogt');
  await row('Lena Vogt').getByRole('button', { name: 'Shortlist' }).click();
  await expect(page.getByRole('button', { name: 'On the shortlist (1)' })).toBeVisible();
  await row('Lena Vogt').getByRole('button', { name: 'Compare' }).click();
  await row('Jonas Weber').getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Compare 2 bids' }).click();
  const compared = dialog(page, 'Compare 2 bids');
  await expect(compared.getByRole('row', { name: /^Amount/ })).toContainText('$290');
  await expect(compared.locator('strong').filter({ hasText: 'failing' })).toBeVisible();
  await expectAccessible();
  await request.put(`/api/bids/${ofLena._id}/withdraw`, { headers: headersOf(lena), data: {} });
  await expect(compared.getByRole('status')).toContainText('The bid of Lena Vogt was withdrawn.');
  await compared.getByRole('button', { name: 'Accept' }).click();
  await dialog(page, 'Accept this bid of $250?').getByRole('button', { name: 'Accept' }).click();
  await expect(compared).toBeHidden();
  await expect(panel(page)).toContainText('$250');
  await expect(panel(page)).toContainText('in 4 days');
  await expectAccessible();

  const other = await anotherBrowser(browser, baseURL, jonas);
  await other.goto(`/view-problems/${id}`);
  await expect(step(other, 'Delivered')).toHaveAttribute('aria-current', 'step');

  // Another sum, proposed by one and agreed by the other.
  await panel(other).getByRole('button', { name: 'Propose a change' }).click();
  await dialog(other, 'Propose a change').getByRole('textbox', { name: 'Amount' }).fill('280');
  await dialog(other, 'Propose a change').getByRole('textbox', { name: 'Reason' }).fill('There is a second bug behind it.');
  await dialog(other, 'Propose a change').getByRole('button', { name: 'Propose' }).click();
  const proposed = panel(page).getByRole('group', { name: 'Proposed change' });
  await expect(proposed).toContainText('There is a second bug behind it.');
  await proposed.getByRole('button', { name: 'Agree' }).click();
  await dialog(page, 'Agree to this change?').getByRole('button', { name: 'Agree' }).click();
  await expect(panel(other)).toContainText('$280');
  await expect(panel(other).getByText('Earlier changes (1)')).toBeVisible();
  expect(await told(jonas)).toContain('agreement_changed');

  // Handed over with a note and a file.
  await side(other).getByRole('button', { name: 'Mark delivered' }).click();
  const delivery = dialog(other, 'Mark as delivered');
  await delivery.getByRole('textbox', { name: 'What you deliver' }).fill('It is on the branch `fix`.');
  await delivery
    .getByLabel('Attachments')
    .setInputFiles({ name: 'fix.txt', mimeType: 'text/plain', buffer: Buffer.from('diff') });
  await expect(delivery.getByRole('button', { name: 'Remove fix.txt' })).toBeVisible();
  await delivery.getByRole('button', { name: 'Mark delivered' }).click();
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('It is on the branch fix.');
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Delivery' })
    .getByRole('link', { name: /fix\.txt/ })
    .click();
  expect((await download).suggestedFilename()).toBe('fix.txt');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Jonas Weber delivered the work');
  expect(await told(ines)).toContain('delivered');

  // Solved, and rated in the same go.
  await side(page).getByRole('button', { name: 'Mark solved' }).click();
  const solving = dialog(page, 'Mark this problem solved?');
  await solving.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await solving.getByRole('textbox', { name: 'Review' }).fill('Found it in an hour.');
  await solving.getByRole('button', { name: 'Mark solved' }).click();
  await expect(page.getByText('Shown once both have rated, or after 14 days')).toBeVisible();
  await expect(step(other, 'Paid')).toHaveAttribute('aria-current', 'step');
  expect(await told(jonas)).toContain('solved');

  await side(page).getByRole('button', { name: 'I have paid' }).click();
  await dialog(page, 'Have you paid Jonas Weber?').getByRole('button', { name: 'I have paid' }).click();
  await side(other).getByRole('button', { name: 'I have received it' }).click();
  await dialog(other, 'Have you received the payment?').getByRole('button', { name: 'I have received it' }).click();
  await expect(step(page, 'Paid')).toContainText('done');
  expect(await told(jonas)).toContain('paid');
  await expect(side(other).getByRole('button', { name: 'Rate Ines Duarte' })).toBeVisible();
  await expectAccessible();
  await other.context().close();
});

test('a dispute is opened, answered and called off; then the two part', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  expectAccessible,
}) => {
  test.setTimeout(120_000);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines);
  const bid = await placeBid(request, jonas, id);
  expect((await request.put(`/api/bids/${bid._id}/accept`, { headers: headersOf(ines), data: {} })).ok()).toBe(true);
  await people.signIn(ines);
  await page.goto(`/view-problems/${id}`);
  const other = await anotherBrowser(browser, baseURL, jonas);
  await other.goto(`/view-problems/${id}`);

  await panel(page).getByRole('button', { name: 'Something is wrong?' }).click();
  const asked = dialog(page, 'Something is wrong?');
  await asked.getByRole('textbox', { name: 'Your view' }).fill('Nothing was heard of the work for a week now.');
  await asked.getByRole('button', { name: 'Send to a moderator' }).click();
  const disputed = (one: Page) => one.getByRole('region', { name: 'Dispute' });
  await expect(disputed(other)).toContainText('Nothing was heard of the work for a week now.');
  await disputed(other).getByRole('button', { name: 'Write your view' }).click();
  await dialog(other, 'Your view')
    .getByRole('textbox', { name: 'Your view' })
    .fill('I wrote twice that I wait for an account of the server.');
  await dialog(other, 'Your view').getByRole('button', { name: 'Save your view' }).click();
  await expect(disputed(page)).toContainText('I wrote twice that I wait for an account of the server.');
  await expectAccessible();
  await disputed(page).getByRole('button', { name: 'Call it off' }).click();
  await dialog(page, 'Call the dispute off?').getByRole('button', { name: 'Call it off' }).click();
  await expect(disputed(other)).toBeHidden();

  await other.getByRole('button', { name: 'Part ways' }).click();
  const parting = dialog(other, 'Part ways with Ines Duarte?');
  await parting.getByRole('textbox', { name: 'What you agreed' }).fill('Nothing is owed.');
  await parting.getByRole('button', { name: 'Part ways' }).click();
  await expect(panel(page)).toContainText('Jonas Weber parted ways on');
  await expect(panel(page)).toContainText('Nothing is owed.');
  await expect(side(page)).toContainText('Budget');
  await expect(panel(other)).toContainText('You parted ways on');
  await expect(side(other).getByRole('button', { name: 'Place bid' })).toBeVisible();
  const answer = await request.get('/api/notifications', { headers: headersOf(ines) });
  expect(JSON.stringify(await answer.json())).toContain('"type":"parted"');
  await other.context().close();
});

test('a bid is written beside the problem, which stays in sight', async ({ page, people, request }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('solver'));
  await page.goto(`/view-problems/${id}`);
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  const form = dialog(page, 'Bid on this problem');
  await form.getByRole('textbox', { name: 'Message' }).fill('I would start with a **failing** test, and then mend it.');
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(form.locator('strong')).toHaveText('failing');
  const [text, drawer] = [
    await page.getByRole('article').getByText('After a reconnect the client').boundingBox(),
    await form.boundingBox(),
  ];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(drawer?.x ?? 0);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Still within reach?');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await side(page).getByRole('button', { name: 'Place bid' }).click();
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue(/failing/);
});

test('a seeker becomes a solver where Place bid would stand', async ({ page, people, request }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await people.signIn(await people.create('seeker', 'Ada Park'));
  await page.goto(`/view-problems/${id}`);
  await side(page).getByRole('button', { name: 'Become a solver to bid' }).click();
  const form = dialog(page, 'Switch to Solver Account');
  await form.getByRole('combobox', { name: 'Areas of expertise' }).fill('Rust');
  await form.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
  await form.getByRole('button', { name: 'Switch to Solver' }).click();
  await expect(side(page).getByRole('button', { name: 'Place bid' })).toBeVisible();
});
