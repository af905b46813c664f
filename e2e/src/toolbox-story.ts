import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { hashSha256, hashFiles } from './archives.ts';
import { buyOnPage, createModulePage, openReport } from './module-page.ts';
import { closeByEscape } from './pages.ts';
import { drawPicture } from './pictures.ts';
import { downloadByClick, readVideoFiles, toZipUpload } from './toolbox.ts';
import { confirmUpload, fillUploadForm, createUploadPage } from './upload-page.ts';

const DOCUMENTATION = '# Charts\n\nDraw one:\n\n```ts\ndraw();\n```';
const [PICTURE_SIDE, VIDEO_SIDE] = [640, 32];

interface ModuleStory {
  title: string;
  archive: Buffer;
}

/** Opens a picture and a video at full size; the video plays at once (product 2.35). */
async function expectFullSize(page: Page): Promise<void> {
  const { media } = createUploadPage(page);
  const dialog = page.getByRole('dialog');
  await media('Preview Images').getByRole('button', { name: 'View shot.png' }).click();
  await expect(dialog.getByRole('img', { name: 'shot.png' })).toHaveJSProperty('naturalWidth', PICTURE_SIDE);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await media('Preview Videos').getByRole('button', { name: 'View clip.webm' }).click();
  const video = dialog.getByLabel('clip.webm', { exact: true });
  await expect(video).toHaveJSProperty('controls', true);
  await expect.poll(() => video.evaluate(({ played }: HTMLVideoElement) => played.length)).toBe(1);
  await closeByEscape(page);
  await expect(dialog).toBeHidden();
}

export async function prepareUpload(page: Page, { title, archive }: ModuleStory): Promise<void> {
  const form = createUploadPage(page);
  await form.zip.setInputFiles(toZipUpload(archive, 'charts.zip'));
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(form.title).toHaveValue('Chart Kit');
  const typed = { title, technologies: ['React', 'TypeScript'], price: '24.50', documentation: DOCUMENTATION };
  await fillUploadForm(page, typed);
  await expect(form.slug).toHaveValue(title.toLowerCase().replaceAll(' ', '-'));
  await form.repository.fill('https://git.example/charts');
  await form.images.setInputFiles({ ...(await drawPicture(page, [PICTURE_SIDE, 360])), name: 'shot.png' });
  await form.videos.setInputFiles(await readVideoFiles());
  await expectFullSize(page);
  await page.getByRole('main').getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Charts' })).toBeVisible();
}

/** Submits the form after going back from the confirmation once (product 2.36). */
export async function sendUpload(page: Page, { title }: ModuleStory): Promise<void> {
  const { submit, confirm, progress, alert } = createUploadPage(page);
  await submit.click();
  for (const text of [title, 'MIT', '$24.50', 'React, TypeScript', 'Counts requests']) await expect(confirm).toContainText(text);
  await confirm.getByRole('button', { name: 'Go Back' }).click();
  await expect(confirm).toBeHidden();
  await confirmUpload(page);
  await expect(progress).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(alert).toContainText('Your module was uploaded successfully. Redirecting to Toolbox...');
  await expect(page).toHaveURL(/\/toolbox$/);
  await expect(page.getByText(`Your module is published: ${title}`)).toBeVisible();
}

export async function expectMedia(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^Preview of / })).toHaveJSProperty('naturalWidth', PICTURE_SIDE);
  const videos = createModulePage(page).panel.locator('video');
  await expect(videos).toHaveCount(2);
  for (const video of await videos.all())
    await expect.poll(() => video.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBe(VIDEO_SIDE);
}

/** Expects the download to equal the upload in each file. */
export async function buyAndDownload(page: Page, { archive }: ModuleStory): Promise<void> {
  const module = createModulePage(page);
  await expect(module.reviews.getByRole('button', { name: 'Write a Review' })).toBeDisabled();
  const bought = await buyOnPage(page, '$24.50');
  const { name, bytes } = await downloadByClick(page, () => bought.getByRole('button', { name: 'Download ZIP' }).click());
  expect(name).toMatch(/^chart-kit-[0-9a-f]{8}-1\.0\.0\.zip$/);
  expect(hashSha256(bytes)).toBe(hashSha256(archive));
  expect(await hashFiles(bytes)).toEqual(await hashFiles(archive));
  await expect(module.information).toContainText(hashSha256(archive));
  await expect(module.information).toContainText(/Downloads\s*1/);
}

export async function reportModule(page: Page): Promise<void> {
  const dialog = await openReport(page);
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Documentation issues');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The legend is not described.');
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(dialog).toContainText('Thank you for your report');
}
