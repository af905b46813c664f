import { expect, test } from '../src/index.ts';
import { answerReview, modulePage, openFromCatalogue, writeReview } from '../src/module-page.ts';
import { browserOf } from '../src/pages.ts';
import { newTitle, packageZip } from '../src/toolbox.ts';
import { expectMedia, prepareUpload, reportModule, sendUpload, takeModule } from '../src/toolbox-story.ts';

const REVIEW = 'Works at once; the legend is small.';

test('a module goes from its author’s disk to a buyer’s, byte by byte, and is reviewed, answered and reported', async ({
  page,
  browser,
  baseURL,
  people,
  outsideRequests,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker')];
  const story = { title: newTitle('Chart Kit'), archive: await packageZip('chart-kit') };
  await people.signIn(mira);
  await prepareUpload(page, story);
  await sendUpload(page, story);
  await openFromCatalogue(page, story.title);
  await expect(modulePage(page).price).toContainText('$24.50');
  await expect(modulePage(page).download).toBeEnabled();

  const other = await browserOf(browser, baseURL, ines);
  const module = modulePage(other.page);
  await other.page.goto('/toolbox');
  await openFromCatalogue(other.page, story.title);
  await expectMedia(other.page);
  await takeModule(other.page, story);
  await writeReview(other.page, 4, REVIEW);
  await expect(module.review(REVIEW)).toContainText('Ines Duarte');

  await page.reload();
  await answerReview(page, REVIEW, 'Larger in the next version.');
  await other.page.reload();
  await expect(module.review(REVIEW)).toContainText('Larger in the next version.');
  await expect(module.download).toHaveText('Download Now');
  await reportModule(other.page);

  await page.goto('/toolbox/own');
  await expect(page.getByRole('article', { name: story.title })).toContainText('1 sale, $24.50');
  await expect(page.getByRole('region', { name: 'Earnings' })).toContainText(/Sales\s*\$24\.50.*-\$3\.6[78].*\$20\.8[23]/);
  expect(outsideRequests).toEqual([]);
  await other.close();
});
