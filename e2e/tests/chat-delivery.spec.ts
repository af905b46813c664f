import type { Route } from '@playwright/test';
import { openConversation, sendMessage, storedTexts } from '../src/chat.ts';
import { expect, ready, test } from '../src/index.ts';
import { countSent, dropSocketAcknowledgments, sendAsRequests } from '../src/socket.ts';
import { createThread } from '../src/screens/messaging.ts';

const MESSAGES = '**/api/chat/messages';
const REFUSAL = { status: false, code: 'validation_failed', message: 'This file cannot be read.' };

test('messages sent as requests are stored once and in order after a reload, a lost response and a refusal (product 4.14, 11.7, 11.14)', async ({
  page,
  people,
  request,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_CONNECTION_RESET|422/);
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await sendAsRequests(page);
  await screens.conversation(_id).open();
  const { message } = createThread(page);
  const stored = () => storedTexts(request, ines, _id);

  await test.step('a reload while sending', async () => {
    const deferred: Route[] = [];
    await page.route(MESSAGES, (route) => void deferred.push(route));
    await sendMessage(page, 'Written before the reload');
    await expect(message('Written before the reload')).toContainText('Sending');
    await expect.poll(() => deferred.length).toBe(1);
    await page.unroute(MESSAGES);
    await page.reload();
    await expect(message('Written before the reload')).toContainText('Sent');
    await expect(message('Written before the reload')).toHaveCount(1);
    expect(await stored()).toEqual(['Written before the reload']);
  });
  await test.step('a response that is lost', async () => {
    const losesResponse = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(MESSAGES, losesResponse, { times: 1 });
    await sendMessage(page, 'Stored without a response');
    await expect(message('Stored without a response')).toContainText('Sent');
    expect(await stored()).toEqual(['Written before the reload', 'Stored without a response']);
  });
  await test.step('a refusal, which blocks the next message', async () => {
    await page.route(MESSAGES, (route) => route.fulfill({ status: 422, json: REFUSAL }));
    await sendMessage(page, 'First, refused');
    await expect(message('First, refused')).toContainText('This file cannot be read.');
    await sendMessage(page, 'Second, behind it');
    await expect(message('Second, behind it')).toContainText(/Waiting|Sending/);
    await page.unroute(MESSAGES);
    expect(await stored()).toHaveLength(2);
    await message('First, refused').getByRole('button', { name: 'Retry' }).click();
    await expect(message('Second, behind it')).toContainText('Sent');
    expect((await stored()).slice(2)).toEqual(['First, refused', 'Second, behind it']);
  });
});

test('a message whose acknowledgment over the socket is lost is requested again and stored once (product 4.14, 11.14)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await dropSocketAcknowledgments(page);
  const sent = countSent([page]);
  await page.goto(`/conversations?conversation=${_id}`);
  // A message in the first response of the thread would need no second request.
  await expect(page.getByText('No messages yet').first()).toBeVisible();
  await ready(page);
  const { message } = screens.conversations.thread;
  await sendMessage(page, 'Stored without an answer');
  await expect.poll(() => storedTexts(request, ines, _id)).toEqual(['Stored without an answer']);
  await expect(message('Stored without an answer')).toContainText('Sent');
  await expect.poll(sent).toBe(2);
  await sendMessage(page, 'The one after');
  await expect(message('The one after')).toContainText('Sent');
  expect(await storedTexts(request, ines, _id)).toEqual(['Stored without an answer', 'The one after']);
});
