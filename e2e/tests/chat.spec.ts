import { browserOf } from '../src/pages.ts';
import { barLinkOf, lineOf, openConversation, say, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { gotoLive } from '../src/socket.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';

const threadAt = (id: string) => `/conversations?conversation=${id}`;

test('two browsers talk live: typing, read marks and unread counts', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const other = await browserOf(browser, baseURL, jonas);
  await people.signIn(ines);
  await page.goto(threadAt(_id));
  await gotoLive(other.page, '/home');

  await say(page, 'Does it happen on **every** reconnect?');
  const own = threadOf(page).message('Does it happen on every reconnect?');
  await expect(own.locator('strong')).toHaveText('every');
  await expect(own).toContainText('Sent');
  await expect(other.page.getByText('You have a new message')).toBeVisible();
  await expect(barLinkOf(other.page)).toHaveAccessibleDescription('1 unread');

  await barLinkOf(other.page).click();
  await lineOf(other.page, /Ines Duarte/).click();
  await expect(threadOf(other.page).message('every reconnect?')).toBeVisible();
  await expect(own).toContainText('Read');
  await expect(barLinkOf(other.page)).toHaveAccessibleDescription('None unread');

  await threadOf(other.page).field.pressSequentially('On the third');
  await expect(page.getByText(/Jonas Weber is typing/)).toBeVisible();
  await threadOf(other.page).field.press('Enter');
  await expect(threadOf(page).message('On the third')).toBeVisible();
  await expect(page.getByText(/is typing/)).toBeHidden();
  await expectAccessible();
  await other.close();
});

test('what one wrote survives a reload, for each conversation', async ({ page, people, request }) => {
  const ines = await people.create('seeker');
  const ids = [];
  for (const name of ['Jonas Weber', 'Tomas Vega']) {
    const { _id } = await openConversation(request, ines, await people.create('solver', name));
    ids.push(_id);
  }
  const [first = '', second = ''] = ids;
  await people.signIn(ines);
  await page.goto(threadAt(first));
  const { field } = threadOf(page);
  await field.fill('Half a sent');
  await page.goto(threadAt(second));
  await expect(field).toHaveValue('');
  await page.goto(threadAt(first));
  await expect(field).toHaveValue('Half a sent');
  await page.reload();
  await expect(field).toHaveValue('Half a sent');
});

test('a notification of a message leads to the discussion under its problem', async ({ page, people, request }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, ines);
  await placeBid(request, jonas, problem._id);
  const { _id } = await openConversation(request, jonas, ines, problem._id);
  await writeMessage(request, jonas, _id, 'When can I start?');
  await people.signIn(ines);
  await page.goto('/notifications');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Jonas Weber/ })
    .filter({ hasText: 'When can I start?' })
    .click();
  await expect(page).toHaveURL(/\/problem\/discussion/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(problem.title);
  await expect(threadOf(page).message('When can I start?')).toBeVisible();
  await page.reload();
  await expect(threadOf(page).message('When can I start?')).toBeVisible();
});
