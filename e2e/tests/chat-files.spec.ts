import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { openConversation, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { closeByEscape } from '../src/pages.ts';
import { drawPicture } from '../src/pictures.ts';
import { gotoReady } from '../src/socket.ts';
import { createThread } from '../src/screens/messaging.ts';

const threadAt = (id: string) => `/conversations?conversation=${id}`;
const LOG = Buffer.from('10:31:07 reconnected after 4 tries\n'.repeat(40));

const readContent = async (download: Download) => readFile(await download.path());

test('files are attached and dropped, opened at full size and downloaded unchanged in both directions (product 2.25, 5.9)', async ({
  page,
  people,
  request,
  expectAccessible,
  openBrowserAs,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const other = await openBrowserAs(jonas);
  await people.signIn(ines);
  await gotoReady(page, threadAt(_id));
  await gotoReady(other.page, threadAt(_id));
  const picture = await drawPicture(page, [640, 360]);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Attach/ }).click();
  await (
    await choosing
  ).setFiles([
    { ...picture, name: 'failure.png' },
    { name: 'server.log', mimeType: 'text/plain', buffer: LOG },
  ]);
  await createThread(page).field.fill('What it looks like, and the log');
  await createThread(page).send.click();
  // The recipient may have read it by then.
  await expect(createThread(page).message('What it looks like')).toContainText(/Sent|Read/);

  const received = createThread(other.page).message('What it looks like');
  await received.getByRole('button', { name: 'Open picture failure.png' }).click();
  const large = other.page.getByRole('dialog').getByRole('img', { name: 'failure.png' });
  await expect(large).toHaveJSProperty('naturalWidth', 640);
  await closeByEscape(other.page);
  await expect(other.page.getByRole('dialog')).toBeHidden();
  const saving = other.page.waitForEvent('download');
  await received.getByRole('link', { name: /server\.log/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('server.log');
  expect((await readContent(saved)).equals(LOG)).toBe(true);

  const answer = Buffer.from('{"retries": 8}');
  await writeMessage(request, jonas, _id, 'Try this', [{ name: 'config.json', mimeType: 'application/json', buffer: answer }]);
  const downloading = page.waitForEvent('download');
  await createThread(page)
    .message('Try this')
    .getByRole('link', { name: /config\.json/ })
    .click();
  expect((await readContent(await downloading)).equals(answer)).toBe(true);
  await expectAccessible();

  await test.step('ten dropped files', async () => {
    const { field, message, send } = createThread(page);
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      for (let index = 1; index <= 10; index += 1)
        transfer.items.add(new File([`note ${index}`], `note-${index}.txt`, { type: 'text/plain' }));
      return transfer;
    });
    await field.dispatchEvent('drop', { dataTransfer });
    await field.fill('Ten of them');
    await send.click();
    await expect(message('Ten of them')).toContainText(/Sent|Read/);
    await expect(message('Ten of them').getByRole('link')).toHaveCount(10);
  });
  await other.close();
});
