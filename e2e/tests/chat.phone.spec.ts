import { lineOf, openConversation, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';

test('on a phone the list and the thread come one after the other, and Enter breaks the line', async ({
  page,
  people,
  request,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await writeMessage(request, jonas, _id, `Is this wide? ${'x'.repeat(200)}`);
  await people.signIn(ines);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  await page.goto('/conversations');
  const line = lineOf(page, /Jonas Weber/);
  await expect(line).toContainText('1');
  await expect(threadOf(page).field).toBeHidden();
  await expectAccessible();
  await line.tap();
  await expect(page).toHaveURL(new RegExp(`conversation=${_id}$`));
  const { field, send, message } = threadOf(page);
  await expect(message('Is this wide?')).toBeVisible();
  await expect(line).toBeHidden();
  await field.fill('First line');
  await field.press('Enter');
  await field.pressSequentially('second line');
  await expect(field).toHaveValue('First line\nsecond line');
  const box = await send.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await send.tap();
  await expect(message(/First line\s+second line/)).toContainText('Sent');
  await expectAccessible();
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow()).toBe(0);
  await expect(field).toBeInViewport();

  await page.goBack();
  await expect(line).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
});
