import type { Browser, Locator, Page } from '@playwright/test';
import { checkAccessibility } from '../src/accessibility.ts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import { browserOf } from '../src/pages.ts';

const TITLE = 'Messages are lost after a reconnect';

const side = (page: Page) => page.getByRole('complementary', { name: 'Budget and bids' });
const panel = (page: Page) => page.getByRole('region', { name: 'Agreement' });
const step = (page: Page, name: string) =>
  panel(page).getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (part: Page | Locator, name: string) => part.getByRole('button', { name });

/** Somebody at the problem, with the list of their notifications in another tab, which nobody loads again. */
async function openBoth(browser: Browser, baseURL: string | undefined, person: Person) {
  const own = await browserOf(browser, baseURL, person);
  const list = await own.newTab();
  await list.goto('/notifications');
  await expect(list.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  return {
    page: own.page,
    /** It stands in the list by itself. */
    expectTold: (text: string | RegExp) => expect(list.getByRole('main').getByText(text)).toBeVisible(),
    openTold: async (text: string | RegExp) => {
      await own.page.goto('/notifications');
      await own.page.getByRole('main').getByText(text).click();
    },
    close: own.close,
  };
}

/** Nothing is wider than the screen. */
const expectToFit = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);

test('from the post to the payment, between two people', async ({ browser, baseURL, hasTouch, people, request }) => {
  test.setTimeout(180_000);
  const press = (target: Locator) => (hasTouch ? target.tap() : target.click());
  const [ines, jonas, lena] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Lena Vogt'),
  ];
  const seeker = await openBoth(browser, baseURL, ines);
  const solver = await openBoth(browser, baseURL, jonas);
  const [hers, his] = [seeker.page, solver.page];

  // Posted, and a solver invited to it.
  await hers.goto('/post-problem');
  const form = hers.getByRole('main');
  await form.getByRole('textbox', { name: 'Title' }).fill(TITLE);
  await form.getByRole('textbox', { name: 'Description' }).fill('After a reconnect the client misses what was sent meanwhile.');
  await form.getByRole('combobox', { name: 'Tags' }).fill('React,');
  await form.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Backend Development' });
  await form.getByRole('textbox', { name: 'Budget' }).fill('300');
  await press(button(form, 'Post Problem'));
  await expect(hers).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  const id = new URL(hers.url()).pathname.split('/').at(-1) ?? '';
  await hers.goto(`/profile/${jonas._id}`);
  await press(button(hers, 'Invite to a problem'));
  await press(button(dialog(hers, 'Invite Jonas Weber'), `Invite to ${TITLE}`));
  await expect(dialog(hers, 'Invite Jonas Weber').getByText('Invited', { exact: true })).toBeVisible();
  await hers.goto(`/view-problems/${id}`);
  await solver.expectTold(`Ines Duarte invites you to bid on "${TITLE}"`);

  // Who is invited bids; so does somebody else.
  await solver.openTold(`Ines Duarte invites you to bid on "${TITLE}"`);
  await press(button(side(his), 'Place bid'));
  const bid = dialog(his, 'Bid on this problem');
  await bid.getByRole('textbox', { name: 'Amount' }).fill('250');
  await bid.getByRole('textbox', { name: 'Days' }).fill('4');
  await bid.getByRole('textbox', { name: 'Message' }).fill('I would start with a **failing** test, and then mend what it shows.');
  await press(button(bid, 'Place bid'));
  await expect(his.getByRole('region', { name: 'Your bid' })).toContainText('Pending');
  await seeker.expectTold(`Jonas Weber bid $250 on "${TITLE}"`);
  const ofLena = await placeBid(request, lena, id, { amount: 290, estimatedDays: 2 });
  await expect(side(hers)).toContainText('2 Bids');
  await press(button(side(hers), 'Review bids'));
  await expect(hers.getByRole('tab', { name: 'Bids (2)' })).toHaveAttribute('aria-selected', 'true');

  // Beside each other; what changes under the eye is said.
  const bids = hers.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  const row = (name: string) => bids.filter({ hasText: name });
  await hers.getByRole('combobox', { name: 'Sort' }).selectOption('Fewest days');
  await expect(bids.first()).toContainText('Lena Vogt');
  // On a phone what else is done with a bid is in its menu.
  const choose = async (name: string, what: string) => {
    if (!hasTouch) return press(button(row(name), what));
    await press(button(row(name), `More for the bid of ${name}`));
    await press(hers.getByRole('menuitem', { name: what, exact: true }));
    // It has the same entries as that of the next bid.
    await expect(hers.getByRole('menu')).toHaveCount(0);
  };
  await choose('Lena Vogt', 'Shortlist');
  await expect(button(hers, 'On the shortlist (1)')).toBeVisible();
  await choose('Lena Vogt', 'Compare');
  await choose('Jonas Weber', 'Compare');
  await press(button(hers, 'Compare 2 bids'));
  const compared = dialog(hers, 'Compare 2 bids');
  await expect(compared.getByRole('row', { name: /^Amount/ })).toContainText('$290');
  await expect(compared.locator('strong').filter({ hasText: 'failing' })).toBeVisible();
  await expectToFit(hers);
  await checkAccessibility(hers);
  const withdrawn = await request.put(`/api/bids/${ofLena._id}/withdraw`, { headers: headersOf(lena), data: {} });
  expect(withdrawn.ok()).toBe(true);
  await expect(compared.getByRole('status')).toContainText('The bid of Lena Vogt was withdrawn.');
  await press(button(compared, 'Accept'));
  await press(button(dialog(hers, 'Accept this bid of $250?'), 'Accept'));
  await expect(compared).toBeHidden();
  await expect(panel(hers)).toContainText('$250');
  await expect(panel(hers)).toContainText('in 4 days');
  await checkAccessibility(hers);
  await expect(step(his, 'Delivered')).toHaveAttribute('aria-current', 'step');
  await solver.expectTold(`Ines Duarte accepted your bid of $250 on "${TITLE}"`);

  // Another sum, proposed by one and agreed by the other.
  await press(button(panel(his), 'Propose a change'));
  const change = dialog(his, 'Propose a change');
  await change.getByRole('textbox', { name: 'Amount' }).fill('280');
  await change.getByRole('textbox', { name: 'Reason' }).fill('There is a second bug behind it.');
  await press(button(change, 'Propose'));
  const proposed = panel(hers).getByRole('group', { name: 'Proposed change' });
  await expect(proposed).toContainText('There is a second bug behind it.');
  await seeker.expectTold(/^Jonas Weber proposes \$280 by/);
  await press(button(proposed, 'Agree'));
  await press(button(dialog(hers, 'Agree to this change?'), 'Agree'));
  await expect(panel(his)).toContainText('$280');
  await expect(panel(his).getByText('Earlier changes (1)')).toBeVisible();
  await solver.expectTold(/^Ines Duarte agreed to \$280 by/);

  // Handed over with a note and a file.
  await press(button(side(his), 'Mark delivered'));
  const delivery = dialog(his, 'Mark as delivered');
  await delivery.getByRole('textbox', { name: 'What you deliver' }).fill('It is on the branch `fix`.');
  const file = { name: 'fix.txt', mimeType: 'text/plain', buffer: Buffer.from('diff') };
  await delivery.getByLabel('Attachments').setInputFiles(file);
  await expect(button(delivery, 'Remove fix.txt')).toBeVisible();
  await press(button(delivery, 'Mark delivered'));
  const delivered = hers.getByRole('region', { name: 'Delivery' });
  await expect(delivered).toContainText('It is on the branch fix.');
  const download = hers.waitForEvent('download');
  await press(delivered.getByRole('link', { name: /fix\.txt/ }));
  expect((await download).suggestedFilename()).toBe('fix.txt');
  await expect(hers.getByRole('region', { name: 'Timeline' })).toContainText('Jonas Weber delivered the work');
  await seeker.expectTold(`Jonas Weber delivered the work on "${TITLE}"`);

  // Solved, and rated in the same go.
  await press(button(side(hers), 'Mark solved'));
  const solving = dialog(hers, 'Mark this problem solved?');
  await solving.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await solving.getByRole('textbox', { name: 'Review' }).fill('Found it in an hour.');
  await press(button(solving, 'Mark solved'));
  await expect(hers.getByText('Shown once both have rated, or after 14 days')).toBeVisible();
  await expect(step(his, 'Paid')).toHaveAttribute('aria-current', 'step');
  await solver.expectTold(new RegExp(`^Ines Duarte marked "${TITLE}" solved\\.`));
  await solver.expectTold(new RegExp(`^Ines Duarte rated you for "${TITLE}"\\.`));

  // Paid, and received.
  await press(button(side(hers), 'I have paid'));
  await press(button(dialog(hers, 'Have you paid Jonas Weber?'), 'I have paid'));
  await solver.expectTold(`Ines Duarte says that $280 for "${TITLE}" is paid. Confirm it once it is there`);
  await press(button(side(his), 'I have received it'));
  await press(button(dialog(his, 'Have you received the payment?'), 'I have received it'));
  await expect(step(hers, 'Paid')).toContainText('done');
  await seeker.expectTold(`Jonas Weber confirmed that $280 for "${TITLE}" came`);

  // Rated by the other one, too: then both read both.
  await press(button(side(his), 'Rate Ines Duarte'));
  const rating = his.getByRole('form', { name: 'Rate Ines Duarte' });
  await rating.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await press(button(rating, 'Send rating'));
  await expect(his.getByText('Found it in an hour.')).toBeVisible();
  await expect(step(hers, 'Rated')).toContainText('done');
  await seeker.expectTold(new RegExp(`^Jonas Weber rated you for "${TITLE}"\\.`));
  for (const page of [hers, his]) await expectToFit(page);
  await seeker.close();
  await solver.close();
});

test('a dispute is opened, answered and called off; then the two part', async ({
  browser,
  baseURL,
  hasTouch,
  people,
  request,
}) => {
  const press = (target: Locator) => (hasTouch ? target.tap() : target.click());
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines, { title: TITLE });
  const bid = await placeBid(request, jonas, id);
  expect((await request.put(`/api/bids/${bid._id}/accept`, { headers: headersOf(ines), data: {} })).ok()).toBe(true);
  const seeker = await openBoth(browser, baseURL, ines);
  const solver = await openBoth(browser, baseURL, jonas);
  const [hers, his] = [seeker.page, solver.page];
  for (const page of [hers, his]) await page.goto(`/view-problems/${id}`);

  await press(button(panel(hers), 'Something is wrong?'));
  const asked = dialog(hers, 'Something is wrong?');
  await asked.getByRole('textbox', { name: 'Your view' }).fill('Nothing was heard of the work for a week now.');
  await press(button(asked, 'Send to a moderator'));
  const disputed = (page: Page) => page.getByRole('region', { name: 'Dispute' });
  await expect(disputed(his)).toContainText('Nothing was heard of the work for a week now.');
  await solver.expectTold(`Ines Duarte asked a moderator to decide on "${TITLE}". Please write how you see it`);
  // Until that is decided it stays as it is.
  await expect(button(hers, 'Part ways')).toBeHidden();
  await expect(button(hers, 'Mark solved')).toBeHidden();

  await press(button(disputed(his), 'Write your view'));
  const answer = dialog(his, 'Your view');
  await answer.getByRole('textbox', { name: 'Your view' }).fill('I wrote twice that I wait for an account of the server.');
  await press(button(answer, 'Save your view'));
  await expect(disputed(hers)).toContainText('I wrote twice that I wait for an account of the server.');
  await press(button(disputed(hers), 'Call it off'));
  await press(button(dialog(hers, 'Call the dispute off?'), 'Call it off'));
  await expect(disputed(his)).toBeHidden();
  await solver.expectTold(`Ines Duarte called off the dispute on "${TITLE}"`);

  await press(button(his, 'Part ways'));
  const parting = dialog(his, 'Part ways with Ines Duarte?');
  await parting.getByRole('textbox', { name: 'What you agreed' }).fill('Nothing is owed.');
  await press(button(parting, 'Part ways'));
  await expect(panel(hers)).toContainText('Jonas Weber parted ways on');
  await expect(panel(hers)).toContainText('Nothing is owed.');
  await seeker.expectTold(`Jonas Weber ended your agreement on "${TITLE}": Nothing is owed.`);
  await expect(panel(his)).toContainText('You parted ways on');
  await expect(button(side(his), 'Place bid')).toBeVisible();
  for (const page of [hers, his]) await expectToFit(page);
  await seeker.close();
  await solver.close();
});
