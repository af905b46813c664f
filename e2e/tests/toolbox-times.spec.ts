import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { modulePage, openReport } from '../src/module-page.ts';
import { newTitle, packageZip, publishModule, zipFile } from '../src/toolbox.ts';
import { confirmUpload, fillIn, uploadPage } from '../src/upload-page.ts';

// A clock that stands still lets no page take over what the server made.
test.use({ drawnBy: 'browser' });

/** The page's clock stands still from here on, some seconds later: as far as it could go on while it is being stopped. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 8000);

/** @returns lets the page's requests for an address go */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => void (send = resolve));
  await page.route(url, (route) => sent.then(() => route.continue()));
  return send;
}

test('the bar of an upload takes 5 % each 150 ms, success shows 500 ms after, and the Toolbox 2 s after that', async ({
  page,
  people,
}) => {
  await page.clock.install();
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const { progress, alert } = uploadPage(page);
  await fillIn(page, { title: newTitle('Paced'), zip: zipFile(await packageZip()) });
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/modules'));
  const send = await holdBack(page, '**/api/modules');
  await confirmUpload(page);
  await stopClock(page);
  send();
  expect((await answer).status()).toBe(201);
  // The server has it: nothing is kept here any more.
  await expect(page.getByText('Draft kept on this device')).toBeHidden();

  const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
  for (let shown = await percent(); shown < 100; shown += 5) {
    await expect.poll(percent).toBe(shown);
    await page.clock.runFor(150);
  }
  await expect.poll(percent).toBe(100);
  await page.clock.runFor(499);
  await expect(alert).toBeHidden();
  await page.clock.runFor(1);
  await expect(alert).toHaveText('SuccessYour module was uploaded successfully. Redirecting to Toolbox...');
  await page.clock.runFor(1999);
  await expect(page).toHaveURL(/\/toolbox\/upload$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/toolbox$/);
});

test('a dialog that was closed is gone, also where the page’s next frame comes after all of its animation', async ({
  page,
  people,
}) => {
  await page.clock.install();
  await people.signIn(await people.create('solver'));
  await page.goto('/toolbox/upload');
  const { submit, confirm } = uploadPage(page);
  await fillIn(page, { title: newTitle('Closed late'), zip: zipFile(await packageZip()) });
  await submit.click();
  await expect(confirm).toBeVisible();
  // Frames stand still, and animations go on: as in Safari after a long task.
  await stopClock(page);
  await confirm.getByRole('button', { name: 'Go Back' }).click();
  await expect(confirm).toHaveAttribute('data-state', 'closed');
  await expect.poll(() => confirm.evaluate((dialog) => dialog.getAnimations().length)).toBe(0);
  await page.clock.resume();
  await expect(confirm).toBeHidden();
});

test('a download is confirmed for three seconds', async ({ page, people, request }) => {
  const { id } = await publishModule(request, await people.create('solver'));
  await page.clock.install();
  await page.goto(`/toolbox/${id}`);
  const { download } = modulePage(page);
  await expect(download).toHaveText('Download Now');
  await stopClock(page);
  await download.click();
  await expect(download).toHaveText('Downloaded');
  await expect(download).toBeDisabled();
  await page.clock.runFor(2999);
  await expect(download).toHaveText('Downloaded');
  await page.clock.runFor(1);
  await expect(download).toHaveText('Download Now');
});

test('thanks for a report stand for three seconds; then the dialog goes, and begins anew', async ({ page, people, request }) => {
  const { id } = await publishModule(request, await people.create('solver'));
  await page.clock.install();
  await page.goto(`/toolbox/${id}`);
  const dialog = await openReport(page);
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Security concerns');
  await stopClock(page);
  // A report may be empty (product 5.14), and may have no description.
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(dialog).toContainText('Thank you for your report');
  await page.clock.runFor(2999);
  await expect(dialog).toContainText("We've received your feedback and will review it shortly.");
  await page.clock.resume();
  await expect(dialog).toBeHidden();
  await openReport(page);
  await expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveValue('');
});
