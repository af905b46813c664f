import { waitForAnimations } from '../src/accessibility.ts';
import { openConversation, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';
import { createThread } from '../src/screens/messaging.ts';

test('the bell lists notifications without moving, and the page reads and clears them (product 2.27, 2.28, 4.5, 10.6, 10.17)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  // More than the panel shows at once.
  for (let count = 1; count <= 6; count += 1) await placeBid(request, solver, (await postProblem(request, seeker))._id);
  await people.signIn(seeker);
  const { bellPanel, frame, notifications, ownHome } = screens;
  await ownHome.open();
  await test.step('the bell', async () => {
    let respond: () => void = () => {};
    const responding = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/api/notifications?**', (route) => responding.then(() => route.continue()));
    await page.reload();
    await frame.bell.click();
    const viewAll = bellPanel.panel.getByRole('link', { name: 'View all' });
    await expect(bellPanel.panel.getByText('Loading notifications...')).toBeVisible();
    await expect(bellPanel.sound).toBeVisible();
    await waitForAnimations(page);
    const before = await viewAll.boundingBox();
    respond();
    await expect(bellPanel.panel.getByRole('listitem').first()).toBeVisible();
    expect(await viewAll.boundingBox()).toEqual(before);
    await viewAll.click();
  });
  await test.step('the page', async () => {
    await expect(notifications.heading).toBeFocused();
    await notifications.markAllRead.click();
    await expect(page.getByText('All notifications marked as read')).toBeVisible();
    await notifications.clearAll.click();
    await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Notifications restored')).toBeVisible();
    await expect(notifications.clearAll).toBeVisible();
  });
});

test('a message about a problem counts in the title, and its toast and its notification lead to the conversation (product 2.26, 2.27, 4.6, 4.8, 9.4)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, ines);
  await placeBid(request, jonas, problem._id);
  const { _id } = await openConversation(request, jonas, ines, problem._id);
  await people.signIn(ines);
  const { discussion, notifications } = screens;
  await notifications.open();
  // The bid is one notification already.
  await expect(page).toHaveTitle('(1) Notifications · Solvent');
  await writeMessage(request, jonas, _id, 'When can I start?');
  const toast = page.getByRole('status').filter({ hasText: 'You have a new message' });
  await expect(toast.getByText('You have a new message', { exact: true })).toBeVisible();
  await expect(toast).toContainText('Jonas Weber');
  await expect(page).toHaveTitle('(2) Notifications · Solvent');
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  await toast.getByRole('button', { name: /You have a new message/ }).press('Enter');
  await expect(createThread(page).message('When can I start?')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(_id));

  await test.step('the notification', async () => {
    await notifications.open();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Jonas Weber/ })
      .filter({ hasText: 'When can I start?' })
      .click();
    await expect(page).toHaveURL(/\/problem\/discussion/);
    const { heading, thread } = discussion(problem._id, _id);
    await expect(heading).toHaveText(problem.title);
    await expect(thread.message('When can I start?')).toBeVisible();
    await page.reload();
    await expect(thread.message('When can I start?')).toBeVisible();
  });
});
