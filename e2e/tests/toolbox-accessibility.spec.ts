import { expect, test } from '../src/index.ts';
import { modulePage, openReport, writeReview } from '../src/module-page.ts';
import { drawPicture } from '../src/pictures.ts';
import { buyModule, newTitle, packageZip, publishModule, videoFiles, zipFile } from '../src/toolbox.ts';
import { fillIn, uploadPage } from '../src/upload-page.ts';

test('axe finds nothing serious on a module’s page and its dialogs, in both themes', async ({
  page,
  people,
  request,
  expectAccessibleInBothThemes,
}) => {
  const author = await people.create('solver');
  const paid = { price: 'paid', priceAmount: '19', title: newTitle('Seen by axe') } as const;
  const { id } = await publishModule(request, author, paid, { previewVideos: await videoFiles() });
  await people.signIn(await people.create('seeker'));
  await page.goto(`/toolbox/${id}`);
  const { buy, tab, reviews } = modulePage(page);
  await expect(reviews.getByText('No reviews yet.')).toBeVisible();
  await expectAccessibleInBothThemes();
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
  const report = await openReport(page);
  await expect(report.getByRole('combobox', { name: 'Reason' })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('axe finds nothing serious on the upload, in both themes', async ({ page, people, expectAccessibleInBothThemes }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  await form.choice('Paid').check();
  await form.submit.click();
  await expect(page.getByText('Title must be at least 3 characters')).toBeVisible();
  await expectAccessibleInBothThemes();
  await fillIn(page, { title: 'Seen by axe', price: '12', zip: zipFile(await packageZip()) });
  await form.images.setInputFiles(await drawPicture(page, [320, 180]));
  await form.videos.setInputFiles(await videoFiles());
  await page.getByRole('button', { name: 'Syntax help' }).click();
  await expect(page.getByRole('dialog', { name: 'Markdown syntax' })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.keyboard.press('Escape');
  await form.submit.click();
  await expect(form.confirm).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('axe finds nothing serious on an author’s modules and the saved ones, in both themes', async ({
  page,
  people,
  request,
  expectAccessibleInBothThemes,
}) => {
  const [author, buyer] = [await people.create('solver'), await people.create('seeker')];
  const { id, title } = await publishModule(request, author, { price: 'paid', priceAmount: '60' });
  await buyModule(request, buyer, id);
  await people.signIn(author);
  await page.goto('/toolbox/own');
  await expect(page.getByText('You have reached $50 in sales.')).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.getByRole('button', { name: `New version of ${title}` }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Version' }).press('Enter');
  await expect(page.getByText('Choose a ZIP file')).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Unpublish ${title}` }).click();
  await expect(page.getByRole('dialog', { name: 'Unpublish this module?' })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.goto(`/toolbox/${id}`);
  await modulePage(page).price.getByRole('button', { name: 'Save Module' }).click();
  await expect(page.getByText('Module saved')).toBeVisible();
  await page.goto('/toolbox/saved');
  await expect(page.getByRole('article')).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.goto('/toolbox?search=zzzz-no-such-thing');
  await expect(page.getByText('No modules found matching your criteria')).toBeVisible();
  await expectAccessibleInBothThemes();
});
