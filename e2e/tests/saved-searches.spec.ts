import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { createScreens } from '../src/screens/index.ts';

const QUERY = 'q=redis&price=0-5000&category=database&sort=lowest-budget';

test('a visitor signs in to save a search, and opens it in another tab; seen problems are listed (product 2.52, 3.32, 4.29, 4.30)', async ({
  page,
  people,
  request,
  context,
  screens,
  expectAccessible,
}) => {
  const person = await people.create('solver');
  const { savedSearches: opener, searchesDialog: dialog } = screens.browse;
  const name = dialog.getByRole('textbox', { name: /^Name of this search/ });
  const open = async (query: string) => {
    await page.goto(`/problems?${query}`);
    await opener.click();
  };
  await test.step('sign in and save', async () => {
    await open(QUERY);
    await dialog.getByRole('button', { name: 'Sign in to save this search' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await screens.signIn.submitWith(person);
    await expect(page).toHaveURL(new RegExp(`/problems\\?${QUERY}$`));
    await expect(name).toHaveValue('“redis” · Database · $0–$5,000 · Lowest budget');
    await expectAccessible();
    await name.fill('Redis at work');
    await name.press('Enter');
    await expect(dialog.getByText('This search is saved as “Redis at work”.')).toBeVisible();
  });
  const other = await context.newPage();
  const { browse: elsewhere } = createScreens(other);
  await test.step('another tab opens it', async () => {
    await other.goto('/problems');
    await elsewhere.savedSearches.click();
    await elsewhere.searchesDialog.getByRole('link', { name: /^Redis at work/ }).click();
    await expect(elsewhere.searchesDialog).toBeHidden();
    await expect(other).toHaveURL(new RegExp(`/problems\\?${QUERY}$`));
    await expect(elsewhere.search).toHaveValue('redis');
    await expect(other.getByRole('combobox', { name: 'Sort' })).toHaveValue('lowest-budget');
  });
  await test.step('recently seen', async () => {
    const { _id: id, title } = await postProblem(request, await people.create('seeker'));
    await screens.problem(id).open();
    await open('q=queue');
    const seen = dialog.getByRole('region', { name: 'Recently seen' });
    await expect(seen.getByRole('link')).toHaveText([title]);
    await expectAccessible();
    await seen.getByRole('link').click();
    await expect(screens.problem(id).heading).toHaveText(title);
  });
});

test.describe('rendered by the browser', () => {
  // A page without frames cannot hydrate what the server rendered.
  test.use({ renderedBy: 'browser' });

  test('a closed dialog is removed when its animation ends before the next frame, as in Safari after a long task', async ({
    page,
    screens,
  }) => {
    const { savedSearches: opener, searchesDialog: dialog } = screens.browse;
    await page.clock.install();
    await page.goto('/problems');
    await opener.click();
    await expect(dialog).toBeVisible();
    // Stops the page's clock ahead of now, so that it cannot pass that time meanwhile.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 8000);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveAttribute('data-state', 'closed');
    await expect.poll(() => dialog.evaluate((element) => element.getAnimations().length)).toBe(0);
    await page.clock.resume();
    await expect(dialog).toBeHidden();
  });
});
