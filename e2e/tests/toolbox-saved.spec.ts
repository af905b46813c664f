import type { ModuleAnswer } from '@solvent/contracts';
import { openServed } from '../src/composition/served-html.ts';
import { expect, test } from '../src/index.ts';
import { modulePage } from '../src/module-page.ts';
import { newTitle, publishModule } from '../src/toolbox.ts';

test('a module is saved on its page, stands among the saved ones, and is taken back with a way back', async ({
  page,
  people,
  request,
}) => {
  const { id, title } = await publishModule(request, await people.create('solver'), { title: newTitle('Kept') });
  await people.signIn(await people.create('seeker'));
  await page.goto('/toolbox/saved');
  await expect(page.getByText('No saved modules yet')).toBeVisible();
  await page.goto(`/toolbox/${id}`);
  const save = modulePage(page).price.getByRole('button', { name: 'Save Module' });
  await save.click();
  await expect(page.getByText('Module saved')).toBeVisible();
  await expect(save).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/toolbox');
  await page.getByRole('main').getByRole('link', { name: 'Saved' }).click();
  const kept = page.getByRole('main').getByRole('article');
  await expect(kept.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(kept).toContainText('is no longer saved.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: `Remove ${title}` })).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await removed;
  // The one of before may still stand.
  await expect(page.getByText('Module no longer saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('No saved modules yet')).toBeVisible();
});

test('an answer from before the save does not take it back', async ({ page, people, request }) => {
  const { id } = await publishModule(request, await people.create('solver'));
  await people.signIn(await people.create('seeker'));
  let release = () => {};
  const isSaved = new Promise<void>((resolve) => (release = resolve));
  // What the server said before the save comes after it. The other title says that an answer has come.
  await page.route(`**/api/modules/${id}`, async (route) => {
    const { module } = (await (await route.fetch()).json()) as ModuleAnswer;
    await isSaved;
    await route.fulfill({ json: { module: { ...module, title: 'Read by its person' } } }).catch(() => {});
  });
  await openServed(page, `/toolbox/${id}`);
  const save = modulePage(page).price.getByRole('button', { name: 'Save Module' });
  await save.click();
  await expect(page.getByText('Module saved')).toBeVisible();
  release();
  await expect(modulePage(page).title('Read by its person')).toBeVisible();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
});

test('who is signed out signs in first, and comes back to a saved module', async ({ page, people, request }) => {
  const person = await people.create('seeker');
  const { id, title } = await publishModule(request, await people.create('solver'), { title: newTitle('Wanted') });
  await page.goto(`/toolbox/${id}`);
  await modulePage(page).price.getByRole('button', { name: 'Save Module' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(modulePage(page).title(title)).toBeVisible();
  await expect(page.getByText('Module saved')).toBeVisible();
  await expect(modulePage(page).price.getByRole('button', { name: 'Save Module' })).toHaveAttribute('aria-pressed', 'true');
});

test('a module is shared by its address', async ({ page, context, people, request, baseURL }) => {
  const { id, slug } = await publishModule(request, await people.create('solver'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/toolbox/${id}`);
  await modulePage(page).price.getByRole('button', { name: 'Share Module' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/toolbox/${slug}`, baseURL).href);
  await modulePage(page).tab('Installation').click();
  await page.getByRole('button', { name: 'Copy install command' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`/api/modules/${id}/archive.zip`);
});
