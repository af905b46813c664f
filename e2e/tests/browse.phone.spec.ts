import { randomUUID } from 'node:crypto';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';

test('a visitor finds categories as chips, and the palette in the menu (product 2.5, 2.9, 10.14)', async ({ page, screens }) => {
  const { frame, home } = screens;
  await home.open();
  await test.step('home', async () => {
    const latest = page.getByRole('region', { name: 'Latest problems' });
    await latest.scrollIntoViewIfNeeded();
    await expect(latest.getByRole('link').first()).toBeVisible();
    const chips = page.getByRole('region', { name: 'Browse by category' }).getByRole('link');
    // A chip is as wide as its words. The section renders again when it comes near.
    await expect.poll(async () => (await chips.first().boundingBox())?.width ?? Infinity).toBeLessThan(260);
    await expect.poll(async () => (await chips.last().boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  });
  await frame.menuButton.tap();
  await frame.menu.getByRole('button', { name: 'Search' }).tap();
  await frame.paletteField.fill('browse');
  await frame.palette.getByRole('option', { name: 'Browse Problems' }).tap();
  await expect(page).toHaveURL(/\/problems$/);
  await expect(frame.palette).toBeHidden();
});

test('a solver saves a search and a problem, finds it by the menu, and asks a question (product 2.5, 2.22, 2.52, 10.15)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const word = `thumb${randomUUID().slice(0, 8)}`;
  const { _id: id, title } = await postProblem(request, await people.create('seeker'), { title: `Missed by a ${word}` });
  await people.signIn(await people.create('solver', 'Jonas Weber'));
  const { browse, frame, problem, savedProblems } = screens;
  const { savedSearches: opener, searchesDialog: dialog } = browse;
  const getMinSize = async (part: typeof opener) => {
    const box = await part.boundingBox();
    return Math.min(box?.width ?? 0, box?.height ?? 0);
  };
  await page.goto(`/problems?q=${word}`);
  await test.step('save the search in a sheet', async () => {
    expect(await getMinSize(opener)).toBeGreaterThanOrEqual(44);
    await opener.tap();
    await dialog.getByRole('textbox').fill('W'.repeat(80));
    await dialog.getByRole('button', { name: 'Save this search' }).tap();
    const [link, remove] = [dialog.getByRole('link', { name: /^WWW/ }), dialog.getByRole('button', { name: /^Delete WWW/ })];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await getMinSize(link)).toBeGreaterThanOrEqual(44);
      expect(await getMinSize(remove)).toBeGreaterThanOrEqual(44);
      await expectNoOverflow(page);
    }
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dialog).toBeHidden();
  });
  await test.step('save the problem', async () => {
    const save = browse.card(title).getByRole('button', { name: 'Save' });
    expect(await getMinSize(save)).toBeGreaterThanOrEqual(44);
    await save.tap();
    await expect(browse.card(title).getByRole('button', { name: 'Saved' })).toBeVisible();
    await frame.menuButton.tap();
    await frame.menu.getByRole('link', { name: 'Saved', exact: true }).tap();
    await expect(savedProblems.heading).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: title }).first().tap();
  });
  await expect(problem(id).heading).toHaveText(title);
  await problem(id).questions.getByRole('textbox', { name: 'Your question' }).fill('On which phone does it show?');
  await problem(id).questions.getByRole('button', { name: 'Ask', exact: true }).tap();
  await expect(problem(id).questions.getByRole('article', { name: 'Jonas Weber wrote' })).toContainText('On which phone');
  await expectNoOverflow(page);
});
