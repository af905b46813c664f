import { getConversationLink, openConversation, sendMessage, writeMessage } from '../src/chat.ts';
import { expect, ready, test } from '../src/index.ts';
import { createScreens } from '../src/screens/index.ts';
import { gotoReady } from '../src/socket.ts';
import { createThread } from '../src/screens/messaging.ts';

test('two people chat live: typing, read marks, unread counts, replies, reactions and edits (product 2.4, 2.24, 2.43, 4.14, 4.25, 9.13, 10.13)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
  openBrowserAs,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const other = await openBrowserAs(jonas);
  const { frame: otherFrame } = createScreens(other.page);
  await people.signIn(ines);
  await screens.conversation(_id).open();
  await gotoReady(other.page, '/home');
  const [own, theirs] = [createThread(page), createThread(other.page)];

  await test.step('unread and read', async () => {
    await sendMessage(page, 'Can you start on **Teusday**?');
    const sent = own.message('Can you start on Teusday?');
    await expect(sent.locator('strong')).toHaveText('Teusday');
    await expect(sent).toContainText('Sent');
    await expect(other.page.getByText('You have a new message')).toBeVisible();
    await expect(otherFrame.conversations).toHaveAccessibleDescription('1 unread');
    await otherFrame.conversations.click();
    await getConversationLink(other.page, /Ines Duarte/).click();
    await expect(theirs.message('Teusday')).toBeVisible();
    await expect(sent).toContainText('Read');
    await expect(otherFrame.conversations).toHaveAccessibleDescription('None unread');
  });
  await test.step('typing and a reply', async () => {
    await theirs.message('Teusday').hover();
    await theirs.message('Teusday').getByRole('button', { name: 'Reply' }).click();
    await expect(theirs.field).toBeFocused();
    await theirs.field.pressSequentially('Yes, I can');
    await expect(page.getByText(/Jonas Weber is typing/)).toBeVisible();
    await expectAccessible();
    await theirs.field.press('Enter');
    await expect(
      own.message('Yes, I can').getByRole('button', { name: 'Reply to You: Can you start on Teusday?' }),
    ).toBeVisible();
    await expect(page.getByText(/is typing/)).toBeHidden();
  });
  await test.step('reactions by keyboard', async () => {
    await page.getByRole('log').focus();
    await page.keyboard.press('ArrowUp');
    await expect(own.message('Yes, I can')).toBeFocused();
    await own.message('Yes, I can').getByRole('button', { name: 'React' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(own.message('Yes, I can').getByRole('button', { name: '👍, by you' })).toBeVisible();
    await theirs
      .message('Yes, I can')
      .getByRole('button', { name: /^👍, by Ines/ })
      .click();
    await expect(own.message('Yes, I can').getByRole('button', { name: /^👍, by you and Jonas/ })).toBeVisible();
  });
  await test.step('an edit', async () => {
    const question = own.message('Can you start').first();
    await question.hover();
    await question.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByText('Editing your message')).toBeVisible();
    await own.field.fill('Can you start on Tuesday?');
    await own.field.press('Enter');
    await expect(theirs.message('Tuesday?edited')).toBeVisible();
    const quote = theirs.message('Yes, I can').getByRole('button', { name: 'Reply to Ines Duarte: Can you start on Tuesday?' });
    await expect(quote).toBeVisible();
    await expectAccessible();
  });
  await test.step('the actions of a message leave the one above uncovered', async () => {
    for (const text of ['At nine?', 'Or at ten?']) await sendMessage(page, text);
    await expect(theirs.message('Or at ten?')).toBeVisible();
    const message = own.message('Or at ten?');
    await message.hover();
    const above = await own.message('At nine?').getByText('At nine?').boundingBox();
    const bar = await message.getByRole('toolbar', { name: 'Message actions' }).boundingBox();
    expect(bar?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
  });
  await test.step('an unfolded last message stays in its place (product 4.35)', async () => {
    await sendMessage(page, Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n'));
    const long = theirs.message('Line 39');
    const showMore = long.getByRole('button', { name: 'Show more' });
    // Waits until the list has scrolled to its end.
    await showMore.hover();
    await expect(other.page.getByRole('button', { name: /^Jump to the latest/ })).toBeHidden();
    const { y } = (await long.boundingBox()) ?? { y: 0 };
    await showMore.click();
    await expect(other.page.getByRole('button', { name: /^Jump to the latest/ })).toBeVisible();
    expect((await long.boundingBox())?.y).toBeCloseTo(y, 0);
  });
  await other.close();
});

test('a visitor signs in from a profile and starts a conversation; others cannot open it (product 2.24, 6.6, 6.9)', async ({
  page,
  people,
  request,
  screens,
  consoleWatch,
}) => {
  const [ines, jonas, tomas] = [
    await people.create('seeker'),
    await people.create('solver'),
    await people.create('solver', 'Tomas Vega'),
  ];
  const { thread } = screens.conversations;
  await screens.publicProfile(jonas._id).open();
  await screens.publicProfile(jonas._id).message.click();
  await expect(page).toHaveURL(/\/signin/);
  await screens.signIn.submitWith(ines);
  await expect(page).toHaveURL(/\/conversations\?conversation=[\da-f-]{36}$/);
  await sendMessage(page, 'Do you take on Vue, too?');
  await expect(thread.message('Do you take on Vue, too?')).toContainText('Sent');
  const { _id } = await openConversation(request, ines, jonas);
  await test.step('a conversation of others', async () => {
    consoleWatch.expectErrors(/404/);
    await people.signIn(tomas);
    await page.goto(`/conversations?conversation=${_id}`);
    await expect(page.getByRole('main')).toContainText(/not|no longer|no such/i);
    await expect(thread.field).toHaveCount(0);
  });
});

const COUNT = 165;
const SEARCHED = 5;

test('a message far back is found by search and by its address, and unread messages by a button (product 2.24, 2.43, 2.44)', async ({
  page,
  people,
  request,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  const getText = (number: number) => (number === SEARCHED ? 'The webhook fired twice' : `Message ${number}`);
  const write = (number: number) => writeMessage(request, jonas, _id, getText(number));
  const writeAll = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from + 1 }, (_, index) => write(from + index)));
  await write(1);
  await writeAll(2, SEARCHED - 1);
  await write(SEARCHED);
  await writeAll(SEARCHED + 1, COUNT - 1);
  await write(COUNT);
  await people.signIn(ines);
  const { message } = createThread(page);
  const last = message(`Message ${COUNT}`);
  const searched = message(getText(SEARCHED));

  await page.goto(`/conversations?conversation=${_id}`);
  await expect(last).toBeInViewport();
  await page.getByRole('button', { name: 'Jump to the first unread' }).click();
  await expect(message(/Message 1$/)).toBeInViewport();
  await page.getByRole('button', { name: /^Jump to the latest/ }).click();
  await expect(last).toBeInViewport();

  await page.getByRole('button', { name: 'Search in this conversation' }).click();
  await page.getByRole('textbox', { name: 'Search in this conversation' }).fill('webhook');
  const found = page.getByRole('list', { name: 'Messages found' }).getByRole('link');
  await expect(found).toContainText(getText(SEARCHED));
  // It is marked for three seconds: each frame is checked.
  const marked = page.waitForFunction(() =>
    document.querySelector('[role=article][aria-current=true]')?.textContent.includes('The webhook fired twice'),
  );
  await found.click();
  await marked;
  await expect(page).toHaveURL(new RegExp(`conversation=${_id}&message=${SEARCHED}$`));
  await expect(searched).toBeInViewport();
  await expect(searched).not.toHaveAttribute('aria-current', 'true');

  await test.step('scroll from there to the end', async () => {
    await page.getByRole('log').focus();
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
  });
  await page.goto('/conversations?search=webhook');
  await ready(page);
  await page.getByRole('list', { name: 'Messages found' }).getByRole('link').click();
  await expect(searched).toBeInViewport();
});
