import type { Locator, Page } from '@playwright/test';
import { checkBothThemes } from '../src/accessibility.ts';
import { expect, ready, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import type { UserBrowser } from '../src/pages.ts';
import { createScreens } from '../src/screens/index.ts';
import { gotoReady } from '../src/socket.ts';

const TITLE = 'Messages are lost after a reconnect';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const click = (part: Page | Locator, name: string) => part.getByRole('button', { name }).click();

/** Opens a browser with a second tab whose notifications only events update. */
async function openBrowser(openBrowserAs: (person: Person) => Promise<UserBrowser>, person: Person) {
  const own = await openBrowserAs(person);
  const list = await own.newTab();
  await gotoReady(list, '/notifications');
  return {
    page: own.page,
    screens: createScreens(own.page),
    expectNotified: (text: string | RegExp) => expect(list.getByRole('main').getByText(text)).toBeVisible(),
    close: own.close,
  };
}

test('two people post, bid, agree, change the price, deliver, pay and rate each other (product 1.1, 2.15, 2.19, 2.20, 2.21, 2.41, 3.11, 4.6, 4.10, 4.11, 4.12, 4.22, 4.23, 8.12, 10.23)', async ({
  people,
  request,
  openBrowserAs,
}) => {
  test.slow();
  const [ines, jonas, lena] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Lena Vogt'),
  ];
  const seeker = await openBrowser(openBrowserAs, ines);
  const solver = await openBrowser(openBrowserAs, jonas);
  const [hers, his] = [seeker.page, solver.page];

  const form = seeker.screens.postProblem;
  await form.open();
  await form.title.fill(TITLE);
  await form.description.fill('After a reconnect the client misses what was sent meanwhile.');
  await form.tags.fill('React,');
  await form.category.selectOption({ label: 'Backend Development' });
  await form.budget.fill('300');
  await form.post.click();
  await expect(hers).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
  const id = new URL(hers.url()).pathname.split('/').at(-1) ?? '';
  const [herProblem, hisProblem] = [seeker.screens.problem(id), solver.screens.problem(id)];

  await test.step('invite a solver', async () => {
    await seeker.screens.publicProfile(jonas._id).open();
    await click(hers, 'Invite to a problem');
    const invite = dialog(hers, 'Invite Jonas Weber');
    await click(invite, `Invite to ${TITLE}`);
    await expect(invite.getByText('Invited', { exact: true })).toBeVisible();
    await herProblem.open();
    const invitation = `Ines Duarte invites you to bid on "${TITLE}"`;
    await solver.expectNotified(invitation);
    await solver.screens.notifications.open();
    await his.getByRole('main').getByText(invitation).click();
    await expect(hisProblem.heading).toHaveText(TITLE);
  });

  await test.step('bid', async () => {
    await click(hisProblem.side, 'Place bid');
    const { amount, days, message, place } = hisProblem.bidDialog;
    await amount.fill('250');
    await days.fill('4');
    await message.fill('I would start with a **failing** test, and then fix what it shows.');
    await checkBothThemes(his);
    await place.click();
    await expect(hisProblem.ownBid).toContainText('Pending');
    await seeker.expectNotified(`Jonas Weber bid $250 on "${TITLE}"`);
  });

  await test.step('compare and accept', async () => {
    const lenasBid = await placeBid(request, lena, id, { amount: 290, estimatedDays: 2 });
    await expect(herProblem.side).toContainText('2 Bids');
    await click(herProblem.side, 'Review bids');
    await expect(hers.getByRole('tab', { name: 'Bids (2)' })).toHaveAttribute('aria-selected', 'true');
    await hers.getByRole('combobox', { name: 'Sort' }).selectOption('Fewest days');
    await expect(herProblem.bidRows.first()).toContainText('Lena Vogt');
    await click(herProblem.bidBy('Lena Vogt'), 'More for the bid of Lena Vogt');
    await hers.getByRole('menuitem', { name: 'Shortlist' }).click();
    await expect(hers.getByRole('button', { name: 'On the shortlist (1)' })).toBeVisible();
    for (const name of ['Lena Vogt', 'Jonas Weber']) await herProblem.bidBy(name).getByLabel('Compare').check();
    await click(hers, 'Compare 2 bids');
    const compared = dialog(hers, 'Compare 2 bids');
    await expect(compared.getByRole('row', { name: /^Amount/ })).toContainText('$290');
    await expect(compared.locator('strong').filter({ hasText: 'failing' })).toBeVisible();
    await checkBothThemes(hers);
    const withdrawn = await request.put(`/api/bids/${lenasBid._id}/withdraw`, { headers: getAuthHeaders(lena), data: {} });
    expect(withdrawn.ok()).toBe(true);
    await expect(compared.getByRole('status')).toContainText('The bid of Lena Vogt was withdrawn.');
    await click(compared, 'Accept');
    await click(hers.getByRole('dialog', { name: /^Hire Jonas Weber for \$250, due \w+ \d+\?$/ }), 'Accept $250 bid');
    await expect(compared).toBeHidden();
    await expect(herProblem.agreement).toContainText('$250');
    await expect(herProblem.agreement).toContainText('in 4 days');
    await expect(hisProblem.step('Delivered')).toHaveAttribute('aria-current', 'step');
  });

  await test.step('change the price', async () => {
    await click(hisProblem.agreement, 'Propose a change');
    const change = dialog(his, 'Propose a change');
    await change.getByRole('textbox', { name: 'Amount' }).fill('280');
    await change.getByRole('textbox', { name: 'Reason' }).fill('There is a second bug behind it.');
    await checkBothThemes(his);
    await click(change, 'Propose');
    await expect(herProblem.proposal).toContainText('There is a second bug behind it.');
    await checkBothThemes(hers);
    await click(herProblem.proposal, 'Agree');
    await click(dialog(hers, 'Agree to this change?'), 'Agree');
    await expect(hisProblem.agreement).toContainText('$280');
    await expect(hisProblem.agreement.getByText('Earlier changes (1)')).toBeVisible();
  });

  await test.step('deliver with a note and a file', async () => {
    await click(hisProblem.side, 'Mark delivered');
    const delivery = dialog(his, 'Mark as delivered');
    await delivery.getByRole('textbox', { name: 'What you deliver' }).fill('It is on the branch `fix`.');
    const file = { name: 'fix.txt', mimeType: 'text/plain', buffer: Buffer.from('diff') };
    await delivery.getByLabel('Attachments').setInputFiles(file);
    await expect(delivery.getByRole('button', { name: 'Remove fix.txt' })).toBeVisible();
    await checkBothThemes(his);
    await click(delivery, 'Mark delivered');
    await expect(herProblem.delivery).toContainText('It is on the branch fix.');
    const download = hers.waitForEvent('download');
    await herProblem.delivery.getByRole('link', { name: /fix\.txt/ }).click();
    expect((await download).suggestedFilename()).toBe('fix.txt');
    await expect(herProblem.timeline).toContainText('Jonas Weber delivered the work');
  });

  await test.step('ask for changes, and deliver again', async () => {
    await click(herProblem.side, 'Ask for changes');
    const revision = dialog(hers, 'Ask for changes');
    await revision.getByRole('textbox', { name: 'What to change' }).fill('Please add a test.');
    await checkBothThemes(hers);
    await click(revision, 'Ask for changes');
    await expect(herProblem.step('Delivered')).toContainText('Jonas Weber is working on the changes you asked for.');
    await solver.expectNotified(`Ines Duarte asked for changes to "${TITLE}". Deliver again once they are made`);
    await expect(hisProblem.delivery).toContainText('Please add a test.');
    await click(hisProblem.side, 'Mark delivered');
    const delivery = dialog(his, 'Mark as delivered');
    await delivery.getByRole('textbox', { name: 'What you deliver' }).fill('The branch has a test.');
    await delivery.getByRole('textbox', { name: 'Links' }).fill('https://github.com/octo/chat/pull/12');
    await click(delivery, 'Mark delivered');
    await expect(herProblem.delivery.getByRole('link', { name: 'octo/chat #12' })).toBeVisible();
    await herProblem.delivery.getByText('Earlier deliveries (1)').click();
    await expect(herProblem.delivery.getByText('It is on the branch fix.')).toBeVisible();
    await checkBothThemes(hers);
  });

  await test.step('solve, then rate', async () => {
    await click(herProblem.side, 'Mark solved');
    await click(dialog(hers, 'Mark this problem solved?'), 'Mark solved');
    await solver.expectNotified(new RegExp(`^Ines Duarte marked "${TITLE}" solved\\.`));
    const rating = hers.getByRole('form', { name: 'Rate Jonas Weber' });
    await rating.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await rating.getByRole('textbox', { name: 'Review' }).fill('Found it in an hour.');
    await click(rating, 'Send rating');
    await expect(hers.getByText('Shown once both have rated, or after 14 days')).toBeVisible();
    await expect(hisProblem.step('Paid')).toHaveAttribute('aria-current', 'step');
    await expect(his.getByText('Found it in an hour.')).toBeHidden();
  });

  await test.step('pay and confirm', async () => {
    await click(herProblem.side, 'Mark as paid');
    const paying = dialog(hers, 'Mark $280 as paid?');
    await paying.getByRole('combobox', { name: 'Method' }).selectOption('Bank transfer');
    await paying.getByRole('textbox', { name: 'Reference' }).fill('Invoice 12');
    await checkBothThemes(hers);
    await click(paying, 'Mark as paid');
    await solver.expectNotified(`Ines Duarte says that $280 for "${TITLE}" is paid. Confirm it once it is there`);
    await click(hisProblem.side, 'Confirm payment');
    await click(dialog(his, 'Have you received the payment?'), 'Confirm payment');
    await expect(herProblem.step('Paid')).toContainText('done');
    await herProblem.agreement.getByRole('link', { name: 'View receipt' }).click();
    await expect(hers.getByRole('article', { name: 'Receipt' })).toContainText('Invoice 12');
    await checkBothThemes(hers);
    const sheets = (await hers.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
    await hers.goBack();
  });

  await test.step('rate the seeker, which shows both ratings', async () => {
    await click(hisProblem.side, 'Rate Ines Duarte');
    const rating = his.getByRole('form', { name: 'Rate Ines Duarte' });
    await rating.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await click(rating, 'Send rating');
    await expect(his.getByText('Found it in an hour.')).toBeVisible();
    await expect(herProblem.step('Rated')).toContainText('done');
    await hisProblem.ratings.getByRole('link', { name: 'Jonas Weber' }).first().click();
    await expect(his.getByRole('region', { name: 'Reviews' })).toContainText('Found it in an hour.');
    await expect(solver.screens.publicProfile(jonas._id).figures).toContainText('1 rating');
  });
  await seeker.close();
  await solver.close();
});

test('a dispute is opened, answered and withdrawn; then the agreement ends (product 2.41, 2.51, 4.22, 8.12, 8.15)', async ({
  people,
  request,
  openBrowserAs,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines, { title: TITLE });
  const bid = await placeBid(request, jonas, id);
  expect((await request.put(`/api/bids/${bid._id}/accept`, { headers: getAuthHeaders(ines), data: {} })).ok()).toBe(true);
  const seeker = await openBrowser(openBrowserAs, ines);
  const solver = await openBrowser(openBrowserAs, jonas);
  const [hers, his] = [seeker.page, solver.page];
  const [herProblem, hisProblem] = [seeker.screens.problem(id), solver.screens.problem(id)];
  for (const problem of [herProblem, hisProblem]) await problem.open();

  await click(herProblem.agreement, 'Open a dispute');
  const opening = dialog(hers, 'Open a dispute');
  await opening.getByRole('textbox', { name: 'Your view' }).fill('There was no message about the work for a week.');
  await checkBothThemes(hers);
  await click(opening, 'Send to a moderator');
  await expect(hisProblem.dispute).toContainText('There was no message about the work for a week.');
  await expect(hers.getByRole('button', { name: 'End agreement' })).toBeHidden();
  await expect(hers.getByRole('button', { name: 'Mark solved' })).toBeHidden();
  await checkBothThemes(his);

  await click(hisProblem.dispute, 'Write your view');
  const answer = dialog(his, 'Your view');
  await answer.getByRole('textbox', { name: 'Your view' }).fill('I asked twice for an account on the server.');
  await checkBothThemes(his);
  await click(answer, 'Save your view');
  await expect(herProblem.dispute).toContainText('I asked twice for an account on the server.');
  await click(herProblem.dispute, 'Withdraw dispute');
  await click(dialog(hers, 'Withdraw this dispute?'), 'Withdraw dispute');
  await expect(hisProblem.dispute).toBeHidden();
  await solver.expectNotified(`Ines Duarte called off the dispute on "${TITLE}"`);

  await ready(his);
  await click(his, 'End agreement');
  const parting = dialog(his, 'End the agreement with Ines Duarte?');
  await parting.getByRole('textbox', { name: 'Note for both of you (optional)' }).fill('Nothing is owed.');
  await checkBothThemes(his);
  await click(parting, 'End agreement');
  await expect(herProblem.agreement).toContainText('Jonas Weber ended the agreement on');
  await expect(herProblem.agreement).toContainText('Nothing is owed.');
  await expect(hisProblem.agreement).toContainText('You ended the agreement on');
  await expect(hisProblem.side.getByRole('button', { name: 'Place bid' })).toBeVisible();
  await seeker.close();
  await solver.close();
});
