import { expect, test } from '../src/index.ts';
import { headersOf, postProblem } from '../src/marketplace.ts';
import { drawPicture } from '../src/pictures.ts';
import { expectToStand } from '../src/screens/screen.ts';

const PUBLIC = [
  '/home',
  '/problems',
  '/toolbox',
  '/signin',
  '/signup',
  '/finishSignUp',
  '/reset-password',
  '/reset-password?mode=signIn',
  '/contact',
  '/terms',
  '/privacy',
  '/no-such-page',
];

for (const path of PUBLIC) {
  test(`axe finds nothing serious on ${path}, in both themes`, async ({ page, expectAccessibleInBothThemes, consoleWatch }) => {
    if (path === '/no-such-page') consoleWatch.expectErrors(/404/);
    await page.goto(path);
    await expectToStand(page);
    await expectAccessibleInBothThemes();
  });
}

test('axe finds nothing serious when signed in, in both themes', async ({ page, people, expectAccessibleInBothThemes }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/notifications');
  await expectToStand(page);
  await expectAccessibleInBothThemes();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await expect(page.getByRole('switch', { name: /sound/i })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.goto('/profile');
  await expect(page.getByText('This device')).toBeVisible();
  await expectToStand(page);
  await expectAccessibleInBothThemes();
});

test('axe finds nothing serious on editing the profile and cropping a picture, in both themes', async ({
  page,
  people,
  expectAccessibleInBothThemes,
}) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const form = page.getByRole('form', { name: 'Edit profile' });
  await form.getByLabel('Name', { exact: true }).fill('');
  await form.getByLabel('Website').fill('nowhere');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expectToStand(page);
  await expectAccessibleInBothThemes();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, [900, 600]));
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('axe finds nothing serious on a person’s profile, in both themes', async ({
  page,
  people,
  expectAccessibleInBothThemes,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/404|422/);
  for (const id of [(await people.demo('solver'))._id, (await people.demo('seeker'))._id, 'nobody']) {
    await page.goto(`/profile/${id}`);
    await expectToStand(page);
    await expectAccessibleInBothThemes();
  }
});

test('axe finds nothing serious on a problem, in both themes', async ({ page, expectAccessibleInBothThemes }) => {
  await page.goto('/problems');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Back to problems' })).toBeVisible();
  await expectToStand(page);
  await expectAccessibleInBothThemes();
});

test('axe finds nothing serious on posting a problem, in both themes', async ({ page, people, expectAccessibleInBothThemes }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/post-problem');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Post Problem' }).click();
  await expect(main.getByText('Title is required')).toBeVisible();
  await main.getByRole('combobox', { name: 'Tags' }).fill('ru');
  await expect(main.getByRole('option').first()).toBeVisible();
  await expectAccessibleInBothThemes();
  await main.getByRole('tab', { name: 'Preview' }).click();
  await expect(main.getByRole('heading', { name: 'Done when' })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('axe finds what nobody can read in one theme alone', async ({ page, expectAccessibleInBothThemes }) => {
  for (const theme of ['light', 'dark']) {
    await page.goto('/privacy');
    await expectToStand(page);
    await page.evaluate((only) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`.${only} h1 { color: #888 !important; background: #999 !important; }`);
      document.adoptedStyleSheets.push(sheet);
    }, theme);
    await expect(expectAccessibleInBothThemes()).rejects.toThrow(new RegExp(`In the ${theme} theme.*color-contrast`, 's'));
  }
});

test('a button that waits for an answer keeps its name', async ({ page, people, request, expectAccessible }) => {
  const seeker = await people.create('seeker');
  const { _id: id } = await postProblem(request, seeker);
  await people.signIn(seeker);
  await request.put(`/api/problems/${id}/status`, { headers: headersOf(seeker), data: { status: 'closed' } });
  await page.goto(`/view-problems/${id}`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => void (answer = resolve));
  await page.route('**/status', (route) => held.then(() => route.continue()));
  const reopen = page.getByRole('button', { name: 'Reopen' });
  await reopen.click();
  await expect(reopen).toBeDisabled();
  await expectAccessible();
  answer();
  await expect(page.getByRole('button', { name: 'Close problem' })).toBeVisible();
});
