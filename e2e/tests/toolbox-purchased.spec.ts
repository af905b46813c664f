import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { buyByHand, modulePage } from '../src/module-page.ts';
import { browserOf } from '../src/pages.ts';
import { addVersion, downloadBy, newTitle, packageZip, publishModule, zipFile } from '../src/toolbox.ts';

const run = promisify(execFile);

/** The bell's count, for who looks on. */
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

test('what was bought stands under Purchased, with its receipt; a new version is told and downloaded', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker', 'Ines Duarte')];
  const title = newTitle('Chart Kit');
  const second = await packageZip('chart-kit', 'export const answer = 43;\n');
  const { id } = await publishModule(request, mira, { title, price: 'paid', priceAmount: '24.50' });
  const author = await browserOf(browser, baseURL, mira);
  await author.page.goto('/notifications');
  await expect(author.page.getByText("You don't have any notifications at the moment.")).toBeVisible();

  await people.signIn(ines);
  await page.goto(`/toolbox/${id}`);
  await expect(modulePage(page).information).toContainText('Standard or Extended');
  const bought = await buyByHand(page, '$24.50');
  // The author hears of it at once.
  await expect(author.page.getByRole('main').getByText('New sale')).toBeVisible();
  await expect(author.page.getByRole('main')).toContainText(
    `Ines Duarte bought "${title}" under the Standard license for $24.50.`,
  );
  await bought.getByRole('link', { name: 'Purchased' }).click();
  const { module } = screens.purchasedModules;
  await expect(module(title)).toContainText(/License\s*Standard.*Version bought\s*1\.0\.0.*You downloaded\s*Nothing yet/);
  await downloadBy(page, () => module(title).getByRole('button', { name: 'Download 1.0.0' }).click());
  await expect(module(title)).toContainText(/You downloaded\s*1\.0\.0/);

  await module(title).getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  for (const text of [/R-\d{8}-[2-9A-Z]{10}/, 'Ines Duarte', 'Mira Chen', title, '$24.50', 'Test mode: no money moves'])
    await expect(receipt).toContainText(text);
  await expectAccessibleInBothThemes();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await addVersion(request, mira, id, { version: '1.1.0', notes: 'A legend that can be read.', zip: second });
  await bell(page).click();
  await expect(page.getByText(`Version 1.1.0 of "${title}" is out: A legend that can be read.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/toolbox/purchased');
  await expect(module(title)).toContainText('Update available');
  await expect(module(title)).toContainText('A legend that can be read.');
  await expectAccessibleInBothThemes();
  const { bytes } = await downloadBy(page, () => module(title).getByRole('button', { name: 'Download 1.1.0' }).click());
  expect(bytes.equals(second)).toBe(true);
  await expect(module(title).getByText('Update available')).toBeHidden();
  await author.close();
});

test('a receipt is its buyer’s alone, and the list is for who is signed in', async ({ page, people, request, consoleWatch }) => {
  consoleWatch.expectErrors(/404/);
  await page.goto('/toolbox/purchased');
  await expect(page).toHaveURL(/\/signin$/);
  const { id } = await publishModule(request, await people.create('solver'));
  await people.signIn(await people.create('seeker'));
  await page.goto(`/toolbox/purchased/${id}/receipt`);
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
});

test('the install command of a free module does what it says, in a shell', async ({ page, people, request }) => {
  const archive = await packageZip('answering', 'export const answer = 42;\n');
  const { id } = await publishModule(request, await people.create('solver'), {}, { zipFile: zipFile(archive) });
  await page.goto(`/toolbox/${id}?tab=installation`);
  const command = await modulePage(page).panel.getByText(/^curl/).innerText();
  expect(command).toContain(`/api/modules/${id}/archive.zip`);
  const project = await mkdtemp(join(tmpdir(), 'solvent-install-'));
  try {
    await writeFile(join(project, 'package.json'), '{ "name": "project", "type": "module" }');
    const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' };
    await run('bash', ['-c', command], { cwd: project, env });
    const { stdout } = await run(
      process.execPath,
      ['-e', "import('answering').then((it) => process.stdout.write(String(it.answer)))"],
      {
        cwd: project,
      },
    );
    expect(stdout).toBe('42');
    expect(await readFile(join(project, 'package.json'), 'utf8')).toContain(`solvent-${id}`);
  } finally {
    await rm(project, { recursive: true });
  }
});

test('the files of an archive are shown before it is had, by keyboard', async ({
  page,
  people,
  request,
  expectAccessibleInBothThemes,
}) => {
  const { id } = await publishModule(request, await people.create('solver'), { price: 'paid', priceAmount: '5' });
  await page.goto(`/toolbox/${id}`);
  const files = page.getByRole('region', { name: 'Files' });
  await files.getByRole('button', { name: 'Show files' }).focus();
  await page.keyboard.press('Enter');
  await expect(files.getByRole('list', { name: 'Files of the archive' })).toContainText('package.json');
  await expect(files).toContainText('3 files');
  await expectAccessibleInBothThemes();
});
