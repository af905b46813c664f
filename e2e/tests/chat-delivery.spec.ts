import type { Page, Route } from '@playwright/test';
import { openConversation, say, threadOf } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { headersOf } from '../src/marketplace.ts';
import { countSent, loseSocketAnswers, sendAsRequests } from '../src/socket.ts';

const MESSAGES = '**/api/chat/messages';
const threadAt = (id: string) => `/conversations?conversation=${id}`;

/** The texts that are stored. */
async function storedTexts(page: Page, person: Person, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/chat/messages/${id}`, { headers: headersOf(person) });
  const { messages } = (await answer.json()) as { messages: { content: string }[] };
  return messages.map(({ content }) => content);
}

test('a reload in the middle of a send sends it, once', async ({ page, people, request }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await sendAsRequests(page);
  await page.goto(threadAt(_id));
  const held: Route[] = [];
  await page.route(MESSAGES, (route) => void held.push(route));
  await say(page, 'Written before the reload');
  await expect(threadOf(page).message('Written before the reload')).toContainText('Sending');
  await expect.poll(() => held.length).toBe(1);
  await page.unroute(MESSAGES);
  await page.reload();
  await expect(threadOf(page).message('Written before the reload')).toContainText('Sent');
  await expect(threadOf(page).message('Written before the reload')).toHaveCount(1);
  expect(await storedTexts(page, ines, _id)).toEqual(['Written before the reload']);
});

test('an answer that never came is asked for again: the message is stored once', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_CONNECTION_RESET/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await sendAsRequests(page);
  await page.goto(threadAt(_id));
  await page.route(
    MESSAGES,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await say(page, 'Stored, and nobody said so');
  await expect(threadOf(page).message('Stored, and nobody said so')).toContainText('Sent');
  await say(page, 'The one after');
  await expect(threadOf(page).message('The one after')).toContainText('Sent');
  expect(await storedTexts(page, ines, _id)).toEqual(['Stored, and nobody said so', 'The one after']);
});

test('a message that the server refuses can be tried again, copied or deleted, and holds back the next one', async ({
  page,
  context,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/422/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await sendAsRequests(page);
  await page.goto(threadAt(_id));
  const refusal = { status: false, code: 'validation_failed', message: 'This file cannot be read.' };
  await page.route(MESSAGES, (route) => route.fulfill({ status: 422, json: refusal }));
  await say(page, 'First, refused');
  const first = threadOf(page).message('First, refused');
  await expect(first).toContainText('This file cannot be read.');
  await say(page, 'Second, behind it');
  const second = threadOf(page).message('Second, behind it');
  await expect(second).toContainText(/Waiting|Sending/);
  await page.unroute(MESSAGES);
  expect(await storedTexts(page, ines, _id)).toEqual([]);

  await first.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('First, refused');
  await first.getByRole('button', { name: 'Retry' }).click();
  await expect(second).toContainText('Sent');
  expect(await storedTexts(page, ines, _id)).toEqual(['First, refused', 'Second, behind it']);

  await page.route(MESSAGES, (route) => route.fulfill({ status: 422, json: refusal }));
  await say(page, 'Third, not wanted');
  await threadOf(page).message('Third, not wanted').getByRole('button', { name: 'Delete' }).click();
  await expect(threadOf(page).message('Third, not wanted')).toHaveCount(0);
  await page.unroute(MESSAGES);
  await say(page, 'Fourth');
  await expect(threadOf(page).message('Fourth')).toContainText('Sent');
});

test('an answer over the socket that never came is asked for by a request: the message is stored once', async ({
  page,
  people,
  request,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await loseSocketAnswers(page);
  const sent = countSent([page]);
  await page.goto(threadAt(_id));
  // What the thread asks for at its opening must not bring the message: then nothing would be left to ask for.
  await expect(page.getByText('No messages yet').first()).toBeVisible();
  await say(page, 'Stored, and nobody said so');
  await expect.poll(() => storedTexts(page, ines, _id)).toEqual(['Stored, and nobody said so']);
  expect(sent()).toBe(1);
  await expect(threadOf(page).message('Stored, and nobody said so')).toContainText('Sent');
  // The thread may show it as stored before: what it loads at its opening can be newer than the message.
  await expect.poll(sent).toBe(2);
  await say(page, 'The one after');
  await expect(threadOf(page).message('The one after')).toContainText('Sent');
  expect(await storedTexts(page, ines, _id)).toEqual(['Stored, and nobody said so', 'The one after']);
});
