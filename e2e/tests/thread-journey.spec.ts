import type { APIRequestContext } from '@playwright/test';
import type { Agreement } from '@solvent/contracts';
import { getConversationLink, openConversation, sendMessage, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders, parseResponse, placeBid, postProblem } from '../src/marketplace.ts';
import { createScreens } from '../src/screens/index.ts';
import { createThread } from '../src/screens/messaging.ts';
import { gotoReady } from '../src/socket.ts';

async function deliver(request: APIRequestContext, solver: Person): Promise<void> {
  const headers = getAuthHeaders(solver);
  const { agreements } = await parseResponse<{ agreements: Agreement[] }>(await request.get('/api/agreements', { headers }));
  const data = { note: 'It is on the branch `fix`.' };
  await parseResponse(await request.put(`/api/agreements/${agreements[0]?._id}/deliver`, { headers, data }));
}

test('a thread from the bid to the delivery: its first card, event lines, an edit, a deletion, and marks in the list (product 2.24, 2.43, 2.60, 2.61, 4.34, 4.36)', async ({
  page: hers,
  people,
  request,
  screens,
  openBrowserAs,
}) => {
  test.slow();
  const [ines, jonas, tomas] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Tomas Vega'),
  ];
  const { _id: problemId } = await postProblem(request, ines);
  const bid = await placeBid(request, jonas, problemId);
  const { _id: id } = await openConversation(request, ines, jonas, problemId);
  const { _id: otherId } = await openConversation(request, ines, tomas);
  const other = await openBrowserAs(jonas);
  const his = other.page;
  const { frame: hisFrame } = createScreens(his);
  const { frame } = screens;
  await people.signIn(ines);
  await screens.conversation(id).open();
  await gotoReady(his, '/home');
  const [herThread, hisThread] = [createThread(hers), createThread(his)];
  const herEvents = hers.getByRole('log');
  const hisEvents = his.getByRole('log');

  await test.step('the bid is the first card, and an answer to it arrives', async () => {
    const card = hers.getByRole('region', { name: 'Bid by Jonas Weber' });
    await expect(card).toContainText('$250 · 4 days');
    await sendMessage(hers, 'When could you start?');
    await expect(hisFrame.conversations).toHaveAccessibleDescription('1 unread');
    await hisFrame.conversations.click();
    await expect(hisThread.message('When could you start?')).toBeVisible();
    const own = his.getByRole('region', { name: 'Your bid' });
    await expect(own).toContainText('Pending');
    const [top, below] = [await own.boundingBox(), await hisThread.message('When could you start?').boundingBox()];
    expect(top?.y).toBeLessThan(below?.y ?? 0);
  });
  await test.step('the agreement appears in lines', async () => {
    await parseResponse(await request.put(`/api/bids/${bid._id}/accept`, { headers: getAuthHeaders(ines), data: {} }));
    await expect(herEvents).toContainText('You accepted the bid');
    await expect(hisEvents).toContainText('Ines Duarte accepted the bid');
    await expect(his.getByRole('region', { name: 'Your bid' })).toContainText('Accepted');
    await deliver(request, jonas);
    await expect(herEvents).toContainText('Jonas Weber delivered the work');
    await expect(hisEvents).toContainText('You delivered the work');
  });
  await test.step('ArrowUp edits the last message', async () => {
    for (const text of ['The password is tulip', 'Please check it by Fryday']) await sendMessage(his, text);
    await expect(hisThread.message('Fryday')).toContainText(/Sent|Read/);
    await hisThread.field.press('ArrowUp');
    await expect(his.getByText('Editing your message')).toBeVisible();
    await hisThread.field.fill('Please check it by Friday');
    await hisThread.field.press('Enter');
    await expect(herThread.message('Please check it by Fridayedited')).toBeVisible();
  });
  await test.step('a deleted message leaves "Message deleted"', async () => {
    await hisThread.message('tulip').hover();
    await hisThread
      .message('tulip')
      .getByRole('button', { name: /^Delete · until/ })
      .click();
    await his.getByRole('button', { name: 'Delete message' }).click();
    await expect(herThread.message('Message deleted')).toBeVisible();
    await expect(herThread.message('tulip')).toHaveCount(0);
  });
  const choose = async (name: string, action: string) => {
    await getConversationLink(hers, new RegExp(name)).hover();
    await hers.getByRole('button', { name: `More for ${name}` }).click();
    await hers.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const chips = hers.getByRole('group', { name: 'Show conversations' });
  const jonasRow = getConversationLink(hers, /Jonas Weber/);
  const tomasRow = getConversationLink(hers, /Tomas Vega/);

  await test.step('marked as unread, filtered, muted', async () => {
    await choose('Jonas Weber', 'Mark as unread');
    await expect(frame.conversations).toHaveAccessibleDescription('1 unread');
    await writeMessage(request, tomas, otherId, 'Are you looking for help?');
    await expect(frame.conversations).toHaveAccessibleDescription('2 unread');
    await choose('Tomas Vega', 'Mute');
    await expect(frame.conversations).toHaveAccessibleDescription('1 unread');
    await chips.getByRole('button', { name: 'Unread' }).click();
    await expect(jonasRow).toBeVisible();
    await expect(tomasRow).toBeHidden();
    await chips.getByRole('button', { name: 'All' }).click();
  });
  await test.step('archived with Undo, pinned', async () => {
    await expect(tomasRow).toBeVisible();
    await choose('Tomas Vega', 'Archive');
    await expect(tomasRow).toBeHidden();
    await hers.getByRole('button', { name: 'Undo' }).click();
    await expect(hers.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first()).toContainText('Tomas Vega');
    await choose('Jonas Weber', 'Pin');
    await expect(hers.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first()).toContainText('Jonas Weber');
  });
  await other.close();
});
