import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { REMOTE_LOAD_ERRORS } from '../src/landing.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import { drawPicture } from '../src/pictures.ts';
import { expectReady } from '../src/screens/screen.ts';

async function expectAllAccessible(page: Page, paths: readonly string[], expectAccessible: () => Promise<void>): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await expectReady(page);
      await expectAccessible();
    });
}

test('the pages of accounts are accessible in both themes (product 10.2)', async ({ page, expectAccessibleInBothThemes }) => {
  const paths = ['/signin', '/signup', '/finishSignUp', '/reset-password', '/reset-password?mode=signIn'];
  await expectAllAccessible(page, paths, expectAccessibleInBothThemes);
});

test('public pages are accessible in both themes (product 10.2)', async ({
  page,
  people,
  request,
  expectAccessibleInBothThemes,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/404|422/);
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker);
  await placeBid(request, solver, problem._id);
  const paths = ['/home', '/problems', `/view-problems/${problem._id}`, '/toolbox', '/contact', '/terms', '/privacy'];
  const profiles = [seeker._id, solver._id, 'nobody'].map((id) => `/profile/${id}`);
  await expectAllAccessible(page, [...paths, ...profiles, '/no-such-page'], expectAccessibleInBothThemes);
});

test('notifications and the profile with its form and its picture are accessible in both themes (product 10.2)', async ({
  page,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
}) => {
  const { frame, notifications, profile, settings, bellPanel } = screens;
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const bid = await placeBid(request, solver, (await postProblem(request, seeker))._id);
  await request.put(`/api/bids/${bid._id}/reject`, { headers: getAuthHeaders(seeker), data: { reason: 'Too slow' } });
  await people.signIn(solver);
  await notifications.open();
  await expect(notifications.list).toBeVisible();
  await expectAccessibleInBothThemes();
  await frame.bell.click();
  await expect(bellPanel.sound).toBeVisible();
  await expectAccessibleInBothThemes();
  await profile.open();
  await expectAccessibleInBothThemes();
  await settings('security').open();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessibleInBothThemes();
  await settings('profile').open();
  await profile.form.getByLabel('Name', { exact: true }).fill('');
  await profile.form.getByLabel('Website').fill('nowhere');
  await profile.form.getByRole('button', { name: 'Save' }).click();
  await expect(profile.form.getByText('Name is required')).toBeVisible();
  await expectAccessibleInBothThemes();
  await profile.form.getByRole('button', { name: 'Cancel' }).click();
  await expect(profile.form.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [900, 600]));
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('posting a problem is accessible in both themes, and a button that waits for a response keeps its name (product 10.2)', async ({
  page,
  people,
  request,
  screens,
  expectAccessible,
  expectAccessibleInBothThemes,
}) => {
  const seeker = await people.create('seeker');
  const { _id: id } = await postProblem(request, seeker);
  await people.signIn(seeker);
  await screens.postProblem.open();
  const main = page.getByRole('main');
  await screens.postProblem.post.click();
  await expect(main.getByText('Title is required')).toBeVisible();
  await screens.postProblem.tags.fill('ru');
  await expect(main.getByRole('option').first()).toBeVisible();
  await expectAccessibleInBothThemes();
  await main.getByRole('tab', { name: 'Preview' }).click();
  await expect(main.getByRole('heading', { name: 'Done when' })).toBeVisible();
  await expectAccessibleInBothThemes();

  await request.put(`/api/problems/${id}/status`, { headers: getAuthHeaders(seeker), data: { status: 'closed' } });
  await page.goto(`/view-problems/${id}`);
  let respond = () => {};
  const response = new Promise<void>((resolve) => void (respond = resolve));
  await page.route('**/status', (route) => response.then(() => route.continue()));
  const reopen = page.getByRole('button', { name: 'Reopen' });
  await reopen.click();
  await expect(reopen).toBeDisabled();
  await expectAccessible();
  respond();
  await expect(page.getByRole('button', { name: 'Close problem' })).toBeVisible();
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const REFUSED = 'toolbox@https://builds.example.com';

test('the banner and the panel of overrides are accessible in both themes, also on a phone (product 10.2)', async ({
  page,
  screens,
  remotes,
  expectAccessibleInBothThemes,
}) => {
  const { banner, details, panel, row } = screens.remotesPanel;
  const { version } = await remotes.pinned('auth');
  await page.goto(`/privacy?remote=auth@${version}&remote=${REFUSED}`);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(banner).toContainText(`auth runs from ${version}`);
    await expect(banner).toContainText(`${REFUSED} does not run`);
    await expectAccessibleInBothThemes();
    await details.click();
    await expect(row('auth')).toContainText('override');
    await expect(panel).toContainText('overrides allow https://builds.example.com');
    await expectAccessibleInBothThemes();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});

test('the card of a remote that failed, and the panel of failures are accessible in both themes, also on a phone (product 10.2)', async ({
  page,
  screens,
  remotes,
  consoleWatch,
  expectAccessibleInBothThemes,
}) => {
  consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
  const { failure, remotesPanel } = screens;
  await remotes.kill('toolbox');
  await page.goto('/toolbox');
  await expect(failure.card).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInBothThemes();
    await remotesPanel.open();
    await expect(remotesPanel.failures).toContainText(/toolbox@\S+ load: /);
    await expectAccessibleInBothThemes();
    await page.keyboard.press('Escape');
    await expect(remotesPanel.panel).toHaveCount(0);
  }
});
