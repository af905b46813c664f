import { lineOf, openConversation, say, threadOf } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { bidsOn, headersOf, placeBid, postProblem } from '../src/marketplace.ts';

test('the poster writes to a bidder from the bid, under their problem', async ({ page, people, request }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, ines);
  await placeBid(request, jonas, problem._id);
  await people.signIn(ines);
  await page.goto(`/view-problems/${problem._id}`);
  await page.getByRole('region', { name: 'Bids' }).getByRole('link', { name: 'Message' }).click();
  await expect(page).toHaveURL(/\/conversations\?conversation=[\da-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText('Jonas Weber');
  await expect(page.getByRole('main')).toContainText(problem.title);
  await say(page, 'Your offer sounds good.');
  await expect(threadOf(page).message('Your offer sounds good.')).toContainText('Sent');
});

test('anybody signed in writes to a solver from their profile; the same conversation opens again', async ({
  page,
  people,
  request,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  await people.signIn(ines);
  await page.goto(`/profile/${jonas._id}`);
  await page.getByRole('main').getByRole('link', { name: 'Message' }).click();
  await expect(page).toHaveURL(/\/conversations\?conversation=[\da-f-]{36}$/);
  await say(page, 'Do you take on Vue, too?');
  await expect(threadOf(page).message('Do you take on Vue, too?')).toContainText('Sent');
  await page.goto(`/conversations?with=${jonas._id}`);
  await expect(threadOf(page).message('Do you take on Vue, too?')).toBeVisible();
  const { _id } = await openConversation(request, ines, jonas);
  await expect(page).toHaveURL(new RegExp(`conversation=${_id}$`));
});

test('somebody signed out is asked to sign in first, and gets to the conversation', async ({ page, people }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  await page.goto(`/conversations?with=${jonas._id}`);
  await expect(page).toHaveURL(/\/signin/);
  await page.getByLabel('Email').fill(ines.email);
  await page.getByLabel('Password', { exact: true }).fill(ines.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/conversations\?conversation=/);
  await expect(threadOf(page).field).toBeVisible();
});

test('accepting a bid opens the conversation of the two', async ({ page, people, request }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, ines);
  await placeBid(request, jonas, problem._id);
  const [bid] = await bidsOn(request, ines, problem._id);
  const accepted = await request.put(`/api/bids/${bid?._id}/accept`, { headers: headersOf(ines) });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await people.signIn(jonas);
  await page.goto('/conversations');
  await lineOf(page, /Ines Duarte/).click();
  await expect(page.getByRole('main')).toContainText(problem.title);
  await say(page, 'I begin on Monday.');
  await expect(threadOf(page).message('I begin on Monday.')).toContainText('Sent');
});

test("another's conversation cannot be looked at", async ({ page, people, request, consoleWatch, expectAccessible }) => {
  consoleWatch.expectErrors(/404/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(await people.create('solver', 'Tomas Vega'));
  await page.goto(`/conversations?conversation=${_id}`);
  await expect(page.getByRole('main')).toContainText(/not|no longer|no such/i);
  await expect(threadOf(page).field).toHaveCount(0);
  await expectAccessible();
});
