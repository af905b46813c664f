import { randomUUID } from 'node:crypto';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';

test('a problem saved before signing in is saved afterwards; saved ones are listed (product 2.18, 2.22, 3.2, 8.10, 10.2)', async ({
  page,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
}) => {
  const [poster, person] = [await people.create('seeker'), await people.create('solver')];
  const word = `kept${randomUUID().slice(0, 8)}`;
  const [first, second] = [`First ${word}`, `Second ${word}`];
  const { _id: id } = await postProblem(request, poster, { title: second });
  await postProblem(request, poster, { title: first });
  const { browse, frame, problem, savedProblems, signIn } = screens;
  const article = (title: string) => page.getByRole('main').getByRole('article').filter({ hasText: title });
  const save = (title: string) => article(title).getByRole('button', { name: /^Saved?$/ });

  await test.step('through the sign-in', async () => {
    await page.goto(`/problems?q=${word}`);
    await save(first).click();
    await expect(page).toHaveURL(/\/signin$/);
    await signIn.submitWith(person);
    await expect(page).toHaveURL(new RegExp(`/problems\\?q=${word}$`));
    await expect(page.getByRole('status').filter({ hasText: 'Problem saved' })).toBeVisible();
    await expect(save(first)).toHaveAttribute('aria-pressed', 'true');
    await expect(browse.card(second).getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('on the page of the problem', async () => {
    await article(second).getByRole('heading').getByRole('link').click();
    await expect(problem(id).heading).toHaveText(second);
    await problem(id).side.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(problem(id).side.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
  });
  await test.step('the list', async () => {
    await frame.account.click();
    await page.getByRole('menuitem', { name: 'Saved', exact: true }).click();
    await expect(page).toHaveTitle('Saved Problems · Solvent');
    await expect(savedProblems.list.getByRole('heading')).toHaveText([second, first]);
    await expectAccessibleInBothThemes();
  });
});
