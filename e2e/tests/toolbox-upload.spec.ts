import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { hostileArchives, zipOf } from '../src/archives.ts';
import { expect, test } from '../src/index.ts';
import { drawPicture } from '../src/pictures.ts';
import { newTitle, ownModules, packageZip, zipFile } from '../src/toolbox.ts';
import { confirmUpload, expectUnderWay, fillIn, uploadPage } from '../src/upload-page.ts';
import { openLine } from '../../scripts/test/line.mjs';

const MEGABYTE = 1024 * 1024;

/** So large that it is still on its way when a network stops. */
const largeZip = async () => zipFile(await zipOf({ 'data.bin': randomBytes(16 * MEGABYTE) }, { compress: false }));

/** A way to the product that breaks as networks do. */
const openLineTo = (url = '') => openLine(Number(new URL(url).port));

const expectTexts = async (page: Page, texts: string[]) => {
  for (const text of texts) await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
};

test('says under each field what is wrong with it, and asks nothing before it is right', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  await form.choice('Paid').check();
  await form.license.selectOption('');
  await form.submit.click();
  await expect(form.title).toBeFocused();
  await expectTexts(page, [
    'Title must be at least 3 characters',
    'Slug must be at least 3 characters',
    'Description must be at least 10 characters',
    'Select at least one technology',
    'Please select a license',
    'Please select a .zip file',
    'Documentation must be at least 10 characters',
    'You must agree to the terms and conditions',
  ]);
  await form.title.fill('ab');
  await form.description.fill('Too short');
  await form.amount.fill('ten');
  await form.repository.fill('nowhere');
  await form.documentation.fill('Too short');
  await form.title.focus();
  await expectTexts(page, [
    'Title must be at least 3 characters',
    'Description must be at least 10 characters',
    'Price must be a number',
    'Please enter a valid repository URL',
    'Documentation must be at least 10 characters',
  ]);
  await form.title.fill('!!!!');
  await form.description.fill('x'.repeat(501));
  await form.amount.fill('12.345');
  await expectTexts(page, [
    'Slug must be at least 3 characters',
    'Description cannot exceed 500 characters',
    'Price can have two decimals at most',
  ]);
  await form.title.fill('x'.repeat(101));
  await expectTexts(page, ['Title cannot exceed 100 characters']);
  await expect(form.confirm).toBeHidden();
});

test('holds files to their kind, size and number before they are sent', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  const picture = await drawPicture(page, [320, 180]);
  const large = (name: string, mimeType: string, bytes: number) => ({ name, mimeType, buffer: Buffer.alloc(bytes) });
  await form.zip.setInputFiles({ ...zipFile(Buffer.from('text')), name: 'module.rar' });
  await expectTexts(page, ['Only .zip files are allowed']);
  await form.images.setInputFiles(Array.from({ length: 6 }, (_, index) => ({ ...picture, name: `shot-${index}.png` })));
  await expectTexts(page, ['Maximum 5 preview images allowed']);
  await form.media('Preview Images').getByRole('button', { name: 'Remove shot-5.png' }).click();
  await expect(page.getByText('Maximum 5 preview images allowed')).toBeHidden();
  await form.media('Preview Images').getByRole('button', { name: 'Remove shot-4.png' }).click();
  // What follows the end of a picture does not change it.
  const heavy = Buffer.concat([picture.buffer, Buffer.alloc(2 * MEGABYTE)]);
  await form.images.setInputFiles({ ...picture, name: 'heavy.png', buffer: heavy });
  await expectTexts(page, ['Each image must be less than 2MB']);
  await form.videos.setInputFiles(large('large.mp4', 'video/mp4', 5 * MEGABYTE + 1));
  await expectTexts(page, ['Each video must be less than 5MB']);
  await form.videos.setInputFiles(Array.from({ length: 5 }, (_, index) => large(`clip-${index}.webm`, 'video/webm', 9)));
  await expectTexts(page, ['Maximum 5 preview videos allowed']);
});

test('an archive of 50 MB and a byte is not sent', async ({ page, people }, testInfo) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  const path = testInfo.outputPath('large.zip');
  const file = await open(path, 'w');
  await file.truncate(50 * MEGABYTE + 1);
  await file.close();
  await form.zip.setInputFiles(path);
  await expectTexts(page, ['File size must be less than 50MB']);
});

test('tells the author why an archive is refused; the next one goes through, and is all that is there', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/Failed to load resource.*4\d\d/);
  const author = await people.create('solver');
  await people.signIn(author);
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  const title = newTitle('Rate Limiter');
  await fillIn(page, { title });
  for (const { name, archive, reason } of await hostileArchives()) {
    await form.zip.setInputFiles(zipFile(archive, name));
    await confirmUpload(page);
    await expect(form.alert).toContainText('The module was not uploaded');
    await expect(form.zipField, name).toContainText(reason);
    await expect(form.title).toHaveValue(title);
  }
  expect(await ownModules(request, author)).toEqual([]);
  await form.zip.setInputFiles(zipFile(await packageZip()));
  await confirmUpload(page);
  await expect(form.alert).toContainText('Your module was uploaded successfully.');
  expect((await ownModules(request, author)).map((module) => module.title)).toEqual([title]);
});

test('a draft is there after a reload: texts in their fields, files asked for by name', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const form = uploadPage(page);
  await fillIn(page, { title: 'Kept for later', price: '12', zip: zipFile(await packageZip(), 'later.zip') });
  await form.images.setInputFiles({ ...(await drawPicture(page, [320, 180])), name: 'shot.png' });
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(form.title).toHaveValue('Kept for later');
  await expect(form.amount).toHaveValue('12');
  await expect(form.technology('Node.js')).toBeChecked();
  await expect(form.documentation).toHaveValue(/# How to use it/);
  await expect(form.terms).not.toBeChecked();
  for (const name of ['later.zip', 'shot.png'])
    await expect(page.getByText(`Choose again, as files are not kept: ${name}`)).toBeVisible();
  await form.zip.setInputFiles(zipFile(await packageZip(), 'later.zip'));
  await expect(page.getByText('Choose again, as files are not kept: later.zip')).toBeHidden();
  await page.getByRole('button', { name: 'Leave out shot.png' }).click();
  await form.terms.check();
  await form.submit.click();
  await expect(form.confirm).toContainText('$12.00');
});

test('Cancel stops the transfer, goes to the Toolbox, and leaves nothing on the server', async ({
  page,
  people,
  request,
  baseURL,
}) => {
  const author = await people.create('solver');
  const network = await openLineTo(baseURL);
  await people.signIn(author);
  await page.goto(`http://localhost:${network.port}/toolbox/upload`);
  const form = uploadPage(page);
  await fillIn(page, { title: newTitle('Called off'), zip: await largeZip() });
  network.holdAfter(MEGABYTE);
  const failed = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/modules'));
  await confirmUpload(page);
  await expectUnderWay(page);
  await form.cancel.click();
  await failed;
  await expect(page).toHaveURL(/\/toolbox$/);
  await expect(page.getByText('The upload was cancelled. Your texts are kept on this device.')).toBeVisible();
  expect(await ownModules(request, author)).toEqual([]);
  await network.close();
});

test('a connection that is lost on the way is told as it is, and Try again sends it once', async ({
  page,
  people,
  request,
  baseURL,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/);
  const author = await people.create('solver');
  const network = await openLineTo(baseURL);
  await people.signIn(author);
  await page.goto(`http://localhost:${network.port}/toolbox/upload`);
  const form = uploadPage(page);
  const title = newTitle('Long way');
  await fillIn(page, { title, zip: await largeZip() });
  network.holdAfter(MEGABYTE);
  await confirmUpload(page);
  await expectUnderWay(page);
  await network.cut();
  await expect(form.alert).toContainText(
    /The connection was lost at \d+ %: nothing was published\. There is no connection to Solvent\. What you typed is kept/,
  );
  await expect(form.title).toHaveValue(title);
  expect(await ownModules(request, author)).toEqual([]);
  await network.mend();
  await form.retry.click();
  await expect(form.alert).toContainText('Your module was uploaded successfully.');
  expect((await ownModules(request, author)).map((module) => module.title)).toEqual([title]);
  await network.close();
});
