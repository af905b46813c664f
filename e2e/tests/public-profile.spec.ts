import { expect, test } from '../src/index.ts';

const NO_SUCH_PERSON = '/profile/00000000-0000-4000-8000-000000000000';

test("a problem's poster leads to their profile, which leads back to the problem", async ({ page }) => {
  await page.goto('/problems');
  const problem = page.getByRole('article').first().getByRole('heading').getByRole('link');
  const title = (await problem.textContent()) ?? '';
  await problem.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const poster = page.getByRole('article').locator('a[href^="/profile/"]').first();
  const name = (await poster.textContent()) ?? '';
  await poster.click();
  await expect(page).toHaveURL(/\/profile\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  expect(name).toContain((await page.getByRole('heading', { level: 1 }).textContent()) ?? '?');
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('link').first()).toHaveAttribute('href', /^\/view-problems\//);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a solver shows figures, reviews and what they know, and nobody learns their address', async ({ page, people }) => {
  const solver = await people.demo('solver');
  await page.goto(`/profile/${solver._id}`);
  await expect(page).toHaveTitle(`${solver.name} · Solvent`);
  await expect(page.getByRole('heading', { level: 1, name: solver.name })).toBeVisible();
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures.getByRole('term')).toContainText(['Problems posted', 'Problems solved', 'Bids accepted']);
  await expect(page.getByRole('region', { name: 'Areas of expertise' })).toContainText('React');
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByRole('listitem').first()).toContainText('out of 5');
  await expect(reviews.getByRole('link').nth(1)).toHaveAttribute('href', /^\/view-problems\//);
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
  expect(await page.content()).not.toContain(solver.email);
});

test('an author shows their modules', async ({ page, request }) => {
  const answer = await request.get('/api/modules?limit=1', { headers: { 'x-app-key': 'solvent-web' } });
  const { modules } = (await answer.json()) as { modules: { title: string; author: { _id: string; name: string } }[] };
  const [module] = modules;
  await page.goto(`/profile/${module?.author._id}`);
  const list = page.getByRole('region', { name: 'Modules' });
  await expect(list.getByRole('link').first()).toHaveAttribute('href', /^\/toolbox\//);
  await expect(page.getByRole('heading', { level: 1, name: module?.author.name ?? '?' })).toBeVisible();
});

for (const path of [NO_SUCH_PERSON, '/profile/nobody']) {
  test(`${path} says that there is no such profile, and leads on`, async ({ page, consoleWatch }) => {
    consoleWatch.expectErrors(/404|422/);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'This profile does not exist' })).toBeVisible();
    await page.getByRole('link', { name: 'Browse problems', exact: true }).click();
    await expect(page).toHaveURL(/\/problems$/);
  });
}

test.describe('drawn by the browser', () => {
  // The test answers in the place of the API, to the browser alone.
  test.use({ drawnBy: 'browser' });

  test('a profile that could not be loaded can be tried again', async ({ page, people, consoleWatch }) => {
    consoleWatch.expectErrors(/50\d/);
    const { _id, name } = await people.demo('solver');
    await page.route(`**/api/auth/profile/${_id}`, (route) => route.fulfill({ status: 500, json: { status: false } }));
    await page.goto(`/profile/${_id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'The profile could not be loaded' })).toBeVisible();
    await page.unroute(`**/api/auth/profile/${_id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});

test("one's own public profile leads to where it is edited", async ({ page, people }) => {
  const person = await people.create('seeker');
  await people.signIn(person);
  await page.goto(`/profile/${person._id}`);
  await page.getByRole('main').getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});
