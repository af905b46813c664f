import { expect, test } from '../src/index.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import { gotoReady } from '../src/socket.ts';
import { signOutByMenu } from '../src/pages.ts';

test('a bid and a question appear on the home of the poster, who also closes a problem in My Problems (product 2.49, 2.50, 10.2)', async ({
  page,
  people,
  screens,
  request,
  expectAccessibleInBothThemes,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver', 'Rosa Lind')];
  const importer = await postProblem(request, seeker, { title: 'The importer loses rows at night' });
  await postProblem(request, seeker, { title: 'Dead letters are never read' });
  await people.signIn(seeker);
  await gotoReady(page, '/home');
  const next = screens.ownHome.section('What to do next');
  await test.step('new bid and question', async () => {
    await expect(next).toContainText('You’re all caught up.');
    await request.post(`/api/problems/${importer._id}/comments`, {
      headers: getAuthHeaders(solver),
      data: { content: 'Which version of it do you run?' },
    });
    await placeBid(request, solver, importer._id);
    await expect(next).toContainText('1 new bid on The importer loses rows at night. Review it.');
    await expect(next).toContainText('Rosa Lind asked about The importer loses rows at night. Answer the question.');
    await expect(screens.ownHome.section('Open questions 1')).toContainText('Which version of it do you run?');
    await expectAccessibleInBothThemes();
  });
  const { states, row } = screens.myProblems;
  await test.step('My Problems', async () => {
    await screens.frame.account.click();
    await page.getByRole('menuitem', { name: 'My problems' }).click();
    await expect(page).toHaveTitle(/^(\(\d\) )?My Problems · Solvent$/);
    await expect(states.getByRole('tab', { name: 'All 2' })).toHaveAttribute('aria-selected', 'true');
    await expect(row('The importer')).toContainText('1 bid, 1 new');
    await expectAccessibleInBothThemes();
    await row('Dead letters')
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Close problem' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close problem' }).click();
    await states.getByRole('tab', { name: 'Closed 1' }).click();
    await expect(page).toHaveURL(/\/my-problems\?status=closed$/);
    await expect(row('The importer')).toHaveCount(0);
  });
  await test.step('a viewed bid is no longer new', async () => {
    await screens.ownHome.open();
    await next.getByRole('link', { name: /1 new bid/ }).click();
    await expect(page).toHaveURL(new RegExp(`/view-problems/${importer._id}$`));
    await expect(screens.problem(importer._id).bids).toContainText('Rosa Lind');
    await page.goBack();
    await expect(next).toContainText('1 bid on The importer loses rows at night needs your decision.');
  });
});

test("a signed-in user never sees the visitors' home, which appears after signing out (product 2.49, 6.2)", async ({
  page,
  people,
  screens,
}) => {
  await people.signIn(await people.create('seeker'));
  await page.addInitScript(() => {
    const shown = new Set<string>();
    const look = () => {
      const [heading] = document.querySelectorAll('h1');
      if (heading?.checkVisibility({ visibilityProperty: true })) shown.add(heading.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { shownHeadings: shown });
  });
  await screens.ownHome.open();
  expect(await page.evaluate(() => [...(window as unknown as { shownHeadings: Set<string> }).shownHeadings])).toEqual(['Home']);
  await signOutByMenu(page);
  await expect(screens.home.heading).toBeVisible();
});
