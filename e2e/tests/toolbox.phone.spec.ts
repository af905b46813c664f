import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { buyOnPage, createModulePage, openReport, writeReview } from '../src/module-page.ts';
import { closeByEscape } from '../src/pages.ts';
import { createTitle, createPackageZip, publishModule, readVideoFiles } from '../src/toolbox.ts';
import { prepareUpload } from '../src/toolbox-story.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';
import { createUploadPage } from '../src/upload-page.ts';

async function expectToFit(page: Page): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoOverflow(page);
  }
}

test('the upload form, buying, reviewing and reporting fit a phone (product 2.30, 2.35, 2.36, 10.15)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker')];
  const fields = { price: 'paid', priceAmount: '24.50', title: createTitle('W'.repeat(90)) } as const;
  const { id } = await publishModule(request, mira, fields, { previewVideos: await readVideoFiles() });
  await people.signIn(mira);
  await test.step('upload', async () => {
    await screens.upload.open();
    await prepareUpload(page, { title: createTitle('Chart Kit'), archive: await createPackageZip('chart-kit') });
    await expectToFit(page);
    await createUploadPage(page).title.fill('W'.repeat(100));
    await page.getByRole('main').getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Syntax help' }).click();
    await expect(page.getByText('Markdown syntax')).toBeVisible();
    await expectToFit(page);
    await closeByEscape(page);
    await createUploadPage(page).submit.click();
    await expect(createUploadPage(page).confirm).toContainText('$24.50');
    await expectToFit(page);
  });
  await people.signIn(ines);
  await screens.module(id).open();
  await expectToFit(page);
  expect((await createModulePage(page).buy.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await buyOnPage(page, '$24.50');
  await expectToFit(page);
  await writeReview(page, 4, 'Works at once; the legend is small.');
  const report = await openReport(page);
  await expect(report.getByRole('combobox', { name: 'Reason' })).toBeVisible();
  await expectToFit(page);
});
