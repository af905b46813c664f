import { openConversation, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';

test('on a phone a tap on a message offers what can be done with it', async ({ page, people, request, expectAccessible }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await writeMessage(request, jonas, _id, 'Does it happen on every reconnect?');
  await people.signIn(ines);
  await page.goto(`/conversations?conversation=${_id}`);
  const { message, field, send } = threadOf(page);

  await message('every reconnect?').getByText('every reconnect?').tap();
  const sheet = page.getByRole('dialog', { name: 'Message' });
  await expect(sheet).toBeVisible();
  await expectAccessible();
  for (const button of await sheet.getByRole('button').all()) {
    const box = await button.boundingBox();
    if ((await button.getAttribute('aria-label')) !== 'Close') expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await sheet.getByRole('button', { name: 'React with 🎉' }).tap();
  await expect(message('every reconnect?').getByRole('button', { name: '🎉, by you' })).toBeVisible();

  await message('every reconnect?').getByText('every reconnect?').tap();
  await sheet.getByRole('button', { name: 'Reply' }).tap();
  await expect(page.getByText('Replying to Jonas Weber')).toBeVisible();
  await field.fill('On the third');
  await send.tap();
  await expect(message('On the third').getByRole('button', { name: /^Reply to Jonas Weber/ })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await expectAccessible();
});
