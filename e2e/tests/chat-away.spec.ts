import { expect, test } from '../src/index.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { jumpToLatest, openConversation, readUpwards, sendMessage, storedTexts, writeMessage } from '../src/chat.ts';
import { createScreens } from '../src/screens/index.ts';
import { countSent, gotoReady } from '../src/socket.ts';
import { createThread } from '../src/screens/messaging.ts';

const MISSED_COUNT = 50;

/** Reads up through the thread, and expects all messages in order. */
async function expectAllInOrder(page: Page): Promise<void> {
  const seen = new Set<number>();
  await readUpwards(page, async () => {
    const texts = await createThread(page)
      .message(/Missed number/)
      .allTextContents();
    const numbers = texts.map((text) => Number(/Missed number (\d+)/.exec(text)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    for (const number of numbers) seen.add(number);
  });
  expect(seen.size).toBe(MISSED_COUNT);
}

test('messages sent while a browser was offline appear in order once it is online (product 8.18, 11.14)', async ({
  page,
  context,
  people,
  request,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await screens.conversation(_id).open();
  const { message } = createThread(page);
  await writeMessage(request, jonas, _id, 'The last one before');
  await expect(message('The last one before')).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  for (let number = 1; number <= MISSED_COUNT; number += 1) await writeMessage(request, jonas, _id, `Missed number ${number}.`);
  await expect(message('Missed number 1.')).toBeHidden();
  await context.setOffline(false);
  await expect(message(/Missed number (?:1|50)\./).first()).toBeVisible();
  await jumpToLatest(page);
  await expect(message(`Missed number ${MISSED_COUNT}.`)).toBeVisible();
  await expectAllInOrder(page);
});

/** Counts sounds that are played to the end, without the silent one that unlocks playback. Call it before pages load. */
async function countSounds(context: BrowserContext): Promise<(pages: readonly Page[]) => Promise<number>> {
  await context.addInitScript(() => {
    const played = { count: 0 };
    Object.assign(window, { playedSounds: played });
    // The player is not in the document.
    window.Audio = new Proxy(window.Audio, {
      construct(target, [url]: [string?]) {
        const audio = new target(url);
        audio.addEventListener('ended', () => {
          if (audio.volume === 1) played.count += 1;
        });
        return audio;
      },
    });
  });
  return async (pages) => {
    const counts = await Promise.all(
      pages.map((page) => page.evaluate(() => (window as unknown as { playedSounds: { count: number } }).playedSounds.count)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

test('two tabs of one user show equal badges, play one sound, and send one copy (product 2.4, 4.8, 4.9, 9.4, 11.13)', async ({
  page,
  context,
  people,
  request,
  screens,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const countPlayed = await countSounds(context);
  await people.signIn(ines);
  await gotoReady(page, '/home');
  const second = await context.newPage();
  await gotoReady(second, '/home');
  const tabs = [page, second];
  for (const tab of tabs) await tab.getByRole('banner').click();

  await writeMessage(request, jonas, _id, 'Hello to both tabs');
  await Promise.all(tabs.map((tab) => expect(tab.getByText('You have a new message')).toBeVisible()));
  for (const tab of tabs) {
    const { bell, conversations } = createScreens(tab).frame;
    await expect(conversations).toHaveAccessibleDescription('1 unread');
    await expect(bell).toHaveAccessibleDescription('1 unread');
  }
  await expect.poll(() => countPlayed(tabs)).toBe(1);

  const sent = countSent(tabs);
  await screens.conversation(_id).open();
  await createScreens(second).conversation(_id).open();
  await sendMessage(page, 'Hello from the first tab');
  for (const tab of tabs) await expect(createThread(tab).message('Hello from the first tab')).toContainText('Sent');
  for (const tab of tabs) await expect(createScreens(tab).frame.bell).toHaveAccessibleDescription('None unread');
  expect(sent()).toBe(1);
  expect(await storedTexts(request, ines, _id)).toEqual(['Hello to both tabs', 'Hello from the first tab']);
});
