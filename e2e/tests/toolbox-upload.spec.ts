import { randomBytes } from 'node:crypto';
import { createZip } from '../src/archives.ts';
import { expect, test } from '../src/index.ts';
import { createTitle, fetchOwnModules, toZipUpload } from '../src/toolbox.ts';
import { confirmUpload, expectUploading, fillUploadForm, createUploadPage } from '../src/upload-page.ts';
import { openLine } from '../../scripts/test/line.mjs';

const MEGABYTE = 1024 * 1024;

/** Large enough to be unfinished when the network stops. */
const largeZip = async () => toZipUpload(await createZip({ 'data.bin': randomBytes(16 * MEGABYTE) }, { compress: false }));

test('an upload is canceled without a trace on the server; one whose connection is lost is sent once by Try again (product 4.21, 8.11, 8.20)', async ({
  page,
  people,
  request,
  baseURL,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/);
  const author = await people.create('solver');
  const network = await openLine(Number(new URL(baseURL ?? '').port));
  const [title, zip] = [createTitle('Long way'), await largeZip()];
  const form = createUploadPage(page);
  await people.signIn(author);
  await test.step('cancel', async () => {
    await page.goto(`http://localhost:${network.port}/toolbox/upload`);
    await fillUploadForm(page, { title, zip });
    network.holdAfter(MEGABYTE);
    const failed = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/modules'));
    await confirmUpload(page);
    await expectUploading(page);
    await form.cancel.click();
    await failed;
    await expect(page).toHaveURL(/\/toolbox$/);
    await expect(page.getByText('The upload was canceled. Your texts are kept on this device.')).toBeVisible();
    expect(await fetchOwnModules(request, author)).toEqual([]);
  });
  await test.step('lose the connection', async () => {
    await network.restore();
    await page.goto(`http://localhost:${network.port}/toolbox/upload`);
    await expect(form.title).toHaveValue(title);
    await form.zip.setInputFiles(zip);
    await form.terms.check();
    network.holdAfter(MEGABYTE);
    await confirmUpload(page);
    await expectUploading(page);
    await network.cut();
    await expect(form.alert).toContainText(
      /The connection was lost at \d+ %: nothing was published\. Solvent can't be reached\. What you typed is kept/,
    );
    await expect(form.title).toHaveValue(title);
    expect(await fetchOwnModules(request, author)).toEqual([]);
  });
  await network.restore();
  await form.retry.click();
  await expect(form.alert).toContainText('Your module was uploaded successfully.');
  expect((await fetchOwnModules(request, author)).map((module) => module.title)).toEqual([title]);
  await network.close();
});
