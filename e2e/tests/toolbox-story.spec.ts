import { expect, test } from '../src/index.ts';
import { answerReview, createModulePage, openFromCatalogue, openReport, writeReview } from '../src/module-page.ts';
import { createScreens } from '../src/screens/index.ts';
import { drawPicture } from '../src/pictures.ts';
import { createTitle, createPackageZip, publishModule, readVideoFiles, toZipUpload } from '../src/toolbox.ts';
import { buyAndDownload, expectMedia, prepareUpload, reportModule, sendUpload } from '../src/toolbox-story.ts';
import { fillUploadForm, createUploadPage } from '../src/upload-page.ts';

const REVIEW = 'Works at once; the legend is small.';

test('a module is uploaded, found, bought, downloaded unchanged, reviewed, answered and reported (product 1.4, 2.29, 2.30, 2.31, 2.34, 2.35, 2.36, 2.37, 2.38, 4.18, 4.19, 4.20, 4.21)', async ({
  page,
  people,
  screens,
  outsideRequests,
  openBrowserAs,
}) => {
  test.slow();
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker')];
  const story = { title: createTitle('Chart Kit'), archive: await createPackageZip('chart-kit') };
  await people.signIn(mira);
  await test.step('upload', async () => {
    await screens.upload.open();
    await prepareUpload(page, story);
    await sendUpload(page, story);
    await openFromCatalogue(page, story.title);
    await expect(createModulePage(page).price).toContainText('$24.50');
    await expect(createModulePage(page).download).toBeEnabled();
  });
  const other = await openBrowserAs(ines);
  const module = createModulePage(other.page);
  await test.step('find, buy and review', async () => {
    await createScreens(other.page).catalogue.open();
    await openFromCatalogue(other.page, story.title);
    await expectMedia(other.page);
    await buyAndDownload(other.page, story);
    await writeReview(other.page, 4, REVIEW);
    await expect(module.review(REVIEW)).toContainText('Ines Duarte');
  });
  await test.step('answer', async () => {
    await page.reload();
    await answerReview(page, REVIEW, 'Larger in the next version.');
    await other.page.reload();
    await expect(module.review(REVIEW)).toContainText('Larger in the next version.');
    await expect(module.download).toHaveText('Download Now');
  });
  await reportModule(other.page);
  await test.step('earnings', async () => {
    await screens.ownModules.open();
    await expect(page.getByRole('article', { name: story.title })).toContainText('1 sale, $24.50');
    await expect(page.getByRole('region', { name: 'Earnings' })).toContainText(/Sales\s*\$24\.50.*-\$3\.6[78].*\$20\.8[23]/);
  });
  expect(outsideRequests).toEqual([]);
  await other.close();
});

test('the upload, the page of a module and their dialogs are accessible in both themes (product 5.11, 10.2)', async ({
  page,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
}) => {
  const author = await people.create('solver');
  const fields = { price: 'paid', priceAmount: '19', title: createTitle('Seen by axe') } as const;
  const { id } = await publishModule(request, author, fields, { previewVideos: await readVideoFiles() });
  await people.signIn(await people.create('solver', 'Tom Reyes'));
  await test.step('upload', async () => {
    await screens.upload.open();
    const form = createUploadPage(page);
    await form.choice('Paid').check();
    await form.zip.setInputFiles(toZipUpload(await createPackageZip()));
    await expect(page.getByRole('group', { name: 'From your archive' })).toBeVisible();
    await form.submit.click();
    await expect(page.getByText('Title must be at least 3 characters')).toBeVisible();
    await expect(form.title).toBeFocused();
    await expectAccessibleInBothThemes();
    await fillUploadForm(page, { title: 'Seen by axe', price: '12', zip: toZipUpload(await createPackageZip()) });
    await form.images.setInputFiles(await drawPicture(page, [320, 180]));
    await form.videos.setInputFiles(await readVideoFiles());
    await page.getByRole('button', { name: 'Syntax help' }).click();
    await expect(page.getByRole('dialog', { name: 'Markdown syntax' })).toBeVisible();
    await expectAccessibleInBothThemes();
    await page.keyboard.press('Escape');
    await form.submit.click();
    await expect(form.confirm).toBeVisible();
    await expectAccessibleInBothThemes();
  });
  await test.step('module', async () => {
    const { buy, tab, reviews } = createModulePage(page);
    await screens.module(id).open();
    await expect(reviews.getByText('No reviews yet.')).toBeVisible();
    await buy.click();
    await expect(page.getByRole('dialog', { name: /^Buy / })).toBeVisible();
    await expectAccessibleInBothThemes();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Buy for/ })
      .click();
    await expect(page.getByText('Purchase Successful!')).toBeVisible();
    for (const name of ['Installation', 'Documentation']) {
      await tab(name).click();
      await expectAccessibleInBothThemes();
    }
    await writeReview(page, 3, 'Good enough.');
    await reviews.getByRole('button', { name: 'Edit Your Review' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Your Review' })).toBeVisible();
    await expectAccessibleInBothThemes();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect((await openReport(page)).getByRole('combobox', { name: 'Reason' })).toBeVisible();
    await expectAccessibleInBothThemes();
  });
});
