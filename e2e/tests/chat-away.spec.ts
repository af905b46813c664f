import type { Page } from '@playwright/test';
import { barLinkOf, jumpToLatest, openConversation, readUpwards, say, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { headersOf } from '../src/marketplace.ts';
import { countSent, gotoLive } from '../src/socket.ts';
import { countSounds } from '../src/sound.ts';

const threadAt = (id: string) => `/conversations?conversation=${id}`;

/** Runs each task after the one before it. */
async function inOrder(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 1; index <= count; index += 1) await task(index);
}

test('offline for 30 s, 50 missed messages are there within 2 s of coming back', async ({
  page,
  context,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await page.goto(threadAt(_id));
  await expect(threadOf(page).field).toBeVisible();
  await writeMessage(request, jonas, _id, 'The last one before');
  await expect(threadOf(page).message('The last one before')).toBeVisible();

  const offlineSince = Date.now();
  await context.setOffline(true);
  await inOrder(50, (index) => writeMessage(request, jonas, _id, `Missed number ${index}.`));
  // Thirty seconds are the point: sockets have given up by then, and wait longer between their tries.
  await expect.poll(() => Date.now() - offlineSince, { timeout: 40_000 }).toBeGreaterThanOrEqual(30_000);
  await expect(threadOf(page).message('Missed number 1.')).toBeHidden();
  await context.setOffline(false);
  // Whoever looked elsewhere when they came finds the first of them in view, else the last.
  await expect(
    threadOf(page)
      .message(/Missed number (?:1|50)\./)
      .first(),
  ).toBeVisible({ timeout: 2000 });
  await jumpToLatest(page);
  await expect(threadOf(page).message('Missed number 50.')).toBeVisible({ timeout: 2000 });
  await expectInOrder(page, 50);
});

/** What is shown is in order at every moment, and all of it comes by. */
async function expectInOrder(page: Page, count: number): Promise<void> {
  const seen = new Set<number>();
  await readUpwards(page, async () => {
    const texts = await threadOf(page)
      .message(/Missed number/)
      .allTextContents();
    const numbers = texts.map((text) => Number(/Missed number (\d+)/.exec(text)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    for (const number of numbers) seen.add(number);
  });
  expect(seen.size).toBe(count);
}

/** The texts that are stored. */
async function storedTexts(page: Page, person: Person, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/chat/messages/${id}`, { headers: headersOf(person) });
  const { messages } = (await answer.json()) as { messages: { content: string }[] };
  return messages.map(({ content }) => content);
}

test('two tabs of one person: equal badges, one sound, one copy sent', async ({ page, context, people, request }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const soundsOf = await countSounds(context);
  await people.signIn(ines);
  await gotoLive(page, '/home');
  const second = await context.newPage();
  await gotoLive(second, '/home');
  const tabs = [page, second];
  for (const tab of tabs) await tab.getByRole('banner').click();

  await writeMessage(request, jonas, _id, 'Hello to both tabs');
  for (const tab of tabs) {
    await expect(tab.getByText('You have a new message')).toBeVisible();
    await expect(barLinkOf(tab)).toHaveAccessibleDescription('1 unread');
    await expect(tab.getByRole('button', { name: 'Notifications' })).toHaveAccessibleDescription('1 unread');
  }
  await expect.poll(() => soundsOf(tabs)).toBe(1);

  const sent = countSent(tabs);
  await page.goto(threadAt(_id));
  await second.goto(threadAt(_id));
  await say(page, 'Hello from the first tab');
  for (const tab of tabs) await expect(threadOf(tab).message('Hello from the first tab')).toContainText('Sent');
  for (const tab of tabs)
    await expect(tab.getByRole('button', { name: 'Notifications' })).toHaveAccessibleDescription('None unread');
  expect(sent()).toBe(1);
  expect(await storedTexts(page, ines, _id)).toEqual(['Hello to both tabs', 'Hello from the first tab']);
});

test('a sound that did not come while offline is heard with the first message after it', async ({
  page,
  context,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const soundsOf = await countSounds(context);
  await people.signIn(ines);
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await context.setOffline(true);
  const asked = page.waitForEvent('requestfailed', (failed) => failed.url().endsWith('/sounds/notification.mp3'));
  await page.getByRole('heading', { level: 1 }).click();
  await asked;
  await context.setOffline(false);
  await writeMessage(request, jonas, _id, 'Are you back?');
  await expect(page.getByText('You have a new message')).toBeVisible();
  await expect.poll(() => soundsOf([page])).toBe(1);
});
