import { jumpToLatest, openConversation, readUpwards, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import { XSS_MARKDOWN, XSS_STORABLE as TEXTS } from '../src/xss-corpus.ts';
import { watchForXss } from '../src/xss-watch.ts';
import { createThread } from '../src/screens/messaging.ts';

const NAMES = TEXTS.slice(0, 9).map((text) => `${text.replaceAll('/', '∕')}.txt`);

test('no text or file name in a conversation runs for its author or its reader (product 5.15, 5.16)', async ({
  people,
  request,
  openBrowserAs,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, ines, { title: 'Reconnect <img src=x onerror=window.__xss=1>' });
  await placeBid(request, jonas, problem._id);
  const { _id } = await openConversation(request, jonas, ines, problem._id);
  for (const text of TEXTS) await writeMessage(request, jonas, _id, text);
  await writeMessage(request, ines, _id, XSS_MARKDOWN.join('\n\n'));
  const files = NAMES.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('nothing') }));
  await writeMessage(request, jonas, _id, 'The last one', files);
  for (const person of [ines, jonas]) {
    // A thread with unread messages opens at the first of them.
    await request.put(`/api/chat/conversations/${_id}/read`, { headers: getAuthHeaders(person) });
    const { page, close } = await openBrowserAs(person);
    const xss = await watchForXss(page);
    for (const address of [
      `/conversations?conversation=${_id}`,
      `/problem/discussion?problemId=${problem._id}&conversationId=${_id}`,
    ]) {
      await page.goto(address);
      await jumpToLatest(page);
      await expect(createThread(page).message('The last one')).toContainText(/onerror=window\.__xss=1/);
      await xss.verify();
      await readUpwards(page, () => xss.verify());
    }
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await xss.verify();
    await close();
  }
});
