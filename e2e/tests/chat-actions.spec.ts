import { browserOf } from '../src/pages.ts';
import { lineOf, openConversation, say, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { gotoLive } from '../src/socket.ts';

const threadAt = (id: string) => `/conversations?conversation=${id}`;

test('two browsers answer, react and edit, each live to the other', async ({
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
  await gotoLive(page, threadAt(_id));
  await say(page, 'Can you start on Teusday?');
  await gotoLive(other.page, threadAt(_id));
  const [own, theirs] = [threadOf(page), threadOf(other.page)];

  await theirs.message('Teusday').hover();
  await expectAccessible();
  await theirs.message('Teusday').getByRole('button', { name: 'Reply' }).click();
  await expect(theirs.field).toBeFocused();
  await theirs.field.fill('Yes, I can');
  await theirs.field.press('Enter');
  await expect(own.message('Yes, I can').getByRole('button', { name: 'Reply to You: Can you start on Teusday?' })).toBeVisible();

  // By keyboard alone: the last message, its toolbar, the signs.
  await page.getByRole('log').focus();
  await page.keyboard.press('ArrowUp');
  await expect(own.message('Yes, I can')).toBeFocused();
  await own.message('Yes, I can').getByRole('button', { name: 'React' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(own.message('Yes, I can').getByRole('button', { name: '👍, by you' })).toBeVisible();
  const chip = theirs.message('Yes, I can').getByRole('button', { name: /^👍, by Ines/ });
  await chip.click();
  await expect(own.message('Yes, I can').getByRole('button', { name: /^👍, by you and Jonas/ })).toBeVisible();

  const question = own.message('Can you start').first();
  await question.hover();
  await question.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('Editing your message')).toBeVisible();
  await own.field.fill('Can you start on Tuesday?');
  await own.field.press('Enter');
  await expect(theirs.message('Tuesday?edited')).toBeVisible();
  await expect(
    theirs.message('Yes, I can').getByRole('button', { name: 'Reply to Ines Duarte: Can you start on Tuesday?' }),
  ).toBeVisible();
  await expectAccessible();
  await other.close();
});

test('a message is found, linked to and shown far back; unread ones are one press away', async ({ page, people, request }) => {
  test.slow();
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  for (let number = 1; number <= 240; number += 1)
    await writeMessage(request, jonas, _id, number === 20 ? 'The webhook fired twice' : `Message ${number}`);
  await people.signIn(ines);
  const { message } = threadOf(page);

  await page.goto(threadAt(_id));
  await expect(message('Message 240')).toBeInViewport();
  await page.getByRole('button', { name: 'Jump to the first unread' }).click();
  await expect(message(/Message 1$/)).toBeInViewport();
  await page.getByRole('button', { name: /^Jump to the latest/ }).click();
  await expect(message('Message 240')).toBeInViewport();

  await page.getByRole('button', { name: 'Search in this conversation' }).click();
  await page.getByRole('textbox', { name: 'Search in this conversation' }).fill('webhook');
  const found = page.getByRole('list', { name: 'Messages found' }).getByRole('link');
  await expect(found).toContainText('The webhook fired twice');
  await found.click();
  // First of all: it is marked for three seconds.
  await expect(message('The webhook fired twice')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(new RegExp(`conversation=${_id}&message=20$`));
  await expect(message('The webhook fired twice')).toBeInViewport();
  await expect(message('The webhook fired twice')).not.toHaveAttribute('aria-current', 'true');

  // From there to the end, without a gap.
  const log = page.getByRole('log');
  await log.focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(message('Message 240')).toBeInViewport({ timeout: 500 });
  }).toPass();

  await page.goto('/conversations?search=webhook');
  await page.getByRole('list', { name: 'Messages found' }).getByRole('link').click();
  await expect(message('The webhook fired twice')).toBeInViewport();
});

test('a toast names who wrote and opens it; the title counts; days and faces stand in the list', async ({
  page,
  people,
  request,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await gotoLive(page, '/notifications');
  await expect(page).toHaveTitle('Notifications · Solvent');
  await writeMessage(request, jonas, _id, 'Are you there?');
  const toast = page.getByRole('status').filter({ hasText: 'You have a new message' });
  await expect(toast.getByText('You have a new message', { exact: true })).toBeVisible();
  await expect(toast).toContainText('Jonas Weber');
  await expect(page).toHaveTitle('(1) Notifications · Solvent');
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  await expectAccessible();
  await toast.getByRole('button', { name: /You have a new message/ }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`conversation=${_id}$`));
  await expect(threadOf(page).message('Are you there?')).toBeVisible();
  await expect(page).toHaveTitle('Jonas Weber · Solvent');
});

test('what waits is said in the list, and the last thread opens by itself', async ({ page, people, request }) => {
  const ines = await people.create('seeker');
  const ids = [];
  for (const name of ['Jonas Weber', 'Tomas Vega'])
    ids.push((await openConversation(request, ines, await people.create('solver', name)))._id);
  const [first = ''] = ids;
  await people.signIn(ines);
  await page.goto(threadAt(first));
  await threadOf(page).field.fill('Half a sentence');
  await lineOf(page, /Tomas Vega/).click();
  await expect(lineOf(page, /Jonas Weber/)).toContainText('Draft: Half a sentence');
  await page.goto('/home');
  await page.goto('/conversations');
  await expect(page).toHaveURL(new RegExp(`conversation=${ids[1]}$`));
});
