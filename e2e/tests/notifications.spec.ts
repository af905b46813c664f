import { animationsEnd } from '../src/accessibility.ts';
import { expect, test } from '../src/index.ts';

test('the bell lists what is new, and /notifications reads and clears it', async ({ page, people }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/home');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await expect(page.getByRole('switch', { name: /sound/i })).toBeVisible();
  await page.getByRole('link', { name: 'View all', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All notifications marked as read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
});

test('what stands below the bell’s list does not move away when the list comes', async ({ page, people }) => {
  await people.signIn(await people.demo('seeker'));
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/notifications?**', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/home');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const viewAll = panel.getByRole('link', { name: 'View all' });
  await expect(panel.getByText('Loading notifications...')).toBeVisible();
  await animationsEnd(page);
  const before = await viewAll.boundingBox();
  answer();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  expect(await viewAll.boundingBox()).toEqual(before);
});

test('a person without notifications reads the empty state', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/notifications');
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
  await expect(page.getByText("You don't have any notifications at the moment.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden();
});
