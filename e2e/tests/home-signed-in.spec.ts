import { expect, test } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import { expectToStand } from '../src/screens/screen.ts';
import { gotoLive } from '../src/socket.ts';

test('somebody new is led to what to do first, as a seeker and as a solver', async ({
  page,
  people,
  screens,
  expectAccessibleInBothThemes,
}) => {
  await people.signIn(await people.create('seeker'));
  await screens.ownHome.open();
  await screens.ownHome.section('Post your first problem').getByRole('button', { name: 'Post a problem' }).click();
  await expect(page).toHaveURL(/\/post-problem$/);

  await people.signIn(await people.create('solver'));
  await screens.ownHome.open();
  await expect(screens.ownHome.section('Bid on your first problem')).toBeVisible();
  await expect(screens.ownHome.section('Problems for you').getByRole('link').first()).toBeVisible();
  await expectToStand(page);
  await expectAccessibleInBothThemes();
});

test('a bid comes to the home of who posted, live; once it was looked at it is no longer new', async ({
  page,
  people,
  screens,
  request,
  expectAccessibleInBothThemes,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver', 'Rosa Lind')];
  const problem = await postProblem(request, seeker, { title: 'The importer loses rows at night' });
  await people.signIn(seeker);
  await gotoLive(page, '/home');
  const next = screens.ownHome.section('What to do next');
  await expect(next).toContainText('Nothing waits for you right now.');

  await request.post(`/api/problems/${problem._id}/comments`, {
    headers: headersOf(solver),
    data: { content: 'Which version of it do you run?' },
  });
  await placeBid(request, solver, problem._id);
  await expect(next).toContainText('1 new bid on The importer loses rows at night: review it');
  await expect(next).toContainText('Rosa Lind asks about The importer loses rows at night: answer');
  await expect(screens.ownHome.section('Open questions 1')).toContainText('Which version of it do you run?');
  await expectAccessibleInBothThemes();

  await next.getByRole('link', { name: /1 new bid/ }).click();
  await expect(page).toHaveURL(new RegExp(`/view-problems/${problem._id}$`));
  await expect(screens.problem(problem._id).bids).toContainText('Rosa Lind');
  await page.goBack();
  await expect(next).toContainText('1 bid on The importer loses rows at night waits for your decision');
});

test('what two agreed on is under way for both, until it is rated', async ({ page, people, screens, request }) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker, { title: 'The importer loses rows at night' });
  const bid = await placeBid(request, solver, problem._id, { estimatedDays: 1, amount: 210 });
  await request.put(`/api/bids/${bid._id}/accept`, { headers: headersOf(seeker), data: {} });
  await people.signIn(solver);
  await screens.ownHome.open();
  await expect(screens.ownHome.section('What to do next')).toContainText('The importer loses rows at night is due tomorrow');
  await expect(screens.ownHome.section('Work under way 1')).toContainText('$210');
  await request.put(`/api/problems/${problem._id}/status`, { headers: headersOf(seeker), data: { status: 'solved' } });
  await page.reload();
  await expect(screens.ownHome.section('Ratings due').getByRole('link', { name: seeker.name })).toBeVisible();
});

test('own problems are listed by their state, and closed and reopened there', async ({
  page,
  people,
  screens,
  request,
  expectAccessibleInBothThemes,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker, { title: 'The importer loses rows at night' });
  await postProblem(request, seeker, { title: 'Dead letters are never read' });
  await placeBid(request, solver, problem._id);
  await people.signIn(seeker);
  await page.goto('/home');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'My problems' }).click();
  await expect(page).toHaveTitle(/^(\(\d\) )?My Problems · Solvent$/);
  const { states, row } = screens.myProblems;
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
  await row('Dead letters')
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  await states.getByRole('tab', { name: 'Open 2' }).click();
  await row('Dead letters').getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(/\/post-problem\?edit=/);
});

test('nobody who is signed in sees what is for visitors, before their own is there', async ({ page, people, screens }) => {
  await people.signIn(await people.demo('seeker'));
  await page.addInitScript(() => {
    const seen: string[] = [];
    const look = () => {
      const [heading] = document.querySelectorAll('h1');
      if (heading?.checkVisibility({ visibilityProperty: true })) seen.push(heading.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { seenHeadings: seen });
  });
  await screens.ownHome.open();
  await expectToStand(page);
  expect(await page.evaluate(() => [...new Set((window as unknown as { seenHeadings: string[] }).seenHeadings)])).toEqual([
    'Home',
  ]);
});

test('signing out on /home shows what visitors see', async ({ page, people, screens }) => {
  await people.signIn(await people.create('seeker'));
  await screens.ownHome.open();
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(screens.home.heading).toBeVisible();
});
