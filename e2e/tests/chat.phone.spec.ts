import { getConversationLink, openConversation, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';

test('list and thread are separate screens, Enter breaks the line, and a tap on a message opens its actions (product 2.24, 2.43, 10.15)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await writeMessage(request, jonas, _id, `Is this wide? ${'x'.repeat(200)}`);
  await people.signIn(ines);
  const { conversations, frame } = screens;
  const { field, send, message } = conversations.thread;
  const line = getConversationLink(page, /Jonas Weber/);

  await test.step('list and thread', async () => {
    await conversations.open();
    await expect(line).toContainText('1');
    await expect(field).toBeHidden();
    await expectAccessible();
    await line.tap();
    await expect(page).toHaveURL(new RegExp(`conversation=${_id}$`));
    await expect(message('Is this wide?')).toBeVisible();
    await expect(line).toBeHidden();
    await expect(frame.tabs).toBeHidden();
  });
  await test.step('write', async () => {
    await field.fill('First line');
    await field.press('Enter');
    await field.pressSequentially('second line');
    await expect(field).toHaveValue('First line\nsecond line');
    const box = await send.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await send.tap();
    await expect(message(/First line\s+second line/)).toContainText('Sent');
  });
  await test.step('actions in a sheet', async () => {
    const sheet = page.getByRole('dialog', { name: 'Message' });
    const text = message('Is this wide?').getByText('Is this wide?');
    await text.tap();
    await expect(sheet).toBeVisible();
    await expectAccessible();
    for (const button of await sheet.getByRole('button').all()) {
      const isClose = (await button.getAttribute('aria-label')) === 'Close';
      if (!isClose) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await sheet.getByRole('button', { name: 'React with 🎉' }).tap();
    await expect(message('Is this wide?').getByRole('button', { name: '🎉, by you' })).toBeVisible();
    await expect(sheet).toBeHidden();
    await text.tap();
    await sheet.getByRole('button', { name: 'Reply' }).tap();
    await expect(page.getByText('Replying to Jonas Weber')).toBeVisible();
    await field.fill('On my screen it is');
    await send.tap();
    await expect(message('On my screen it is').getByRole('button', { name: /^Reply to Jonas Weber/ })).toBeVisible();
  });
  await test.step('narrow', async () => {
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await expect(field).toBeInViewport();
  });
  await page.goBack();
  await expect(line).toBeVisible();
  await expect(conversations.heading).toBeVisible();
});
