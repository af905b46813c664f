import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { answerReview, modulePage, openFromCatalogue, writeReview } from '../src/module-page.ts';
import { newTitle, packageZip } from '../src/toolbox.ts';
import { expectMedia, prepareUpload, reportModule, sendUpload, takeModule } from '../src/toolbox-story.ts';

const REVIEW = 'Works at once; the legend is small.';

/** Nothing stands out of the page at its side. */
async function expectNarrow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

test('on a phone a module is uploaded, found, bought, downloaded, reviewed, answered and reported', async ({
  page,
  people,
  expectAccessible,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker')];
  const story = { title: newTitle('Chart Kit'), archive: await packageZip('chart-kit') };
  await people.signIn(mira);
  await prepareUpload(page, story);
  await expectNarrow(page);
  await expectAccessible();
  await sendUpload(page, story);
  await expectNarrow(page);

  await people.signIn(ines);
  await page.goto('/toolbox');
  await openFromCatalogue(page, story.title);
  await expectMedia(page);
  const buy = await modulePage(page).buy.boundingBox();
  expect(buy?.height).toBeGreaterThanOrEqual(44);
  await takeModule(page, story);
  await expectNarrow(page);
  await writeReview(page, 4, REVIEW);
  await expectAccessible();
  await reportModule(page);

  await people.signIn(mira);
  await page.reload();
  await answerReview(page, REVIEW, 'Larger in the next version.');
  await expectNarrow(page);
  await page.goto('/toolbox/own');
  await expect(page.getByRole('article', { name: story.title })).toContainText('1 sale, $24.50');
  await expectNarrow(page);
});

test('the upload has no sideways scroll at 320 px', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/toolbox/upload');
  await expect(page.getByRole('button', { name: 'Upload Module' })).toBeVisible();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  // The editor's bar comes late, and names can be long.
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await page.getByLabel('Title').fill('W'.repeat(100));
  expect(await width()).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Syntax help' }).click();
  await expect(page.getByText('Markdown syntax')).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(320);
});
