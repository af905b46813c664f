import { hashSha256 } from '../src/archives.ts';
import { expect, test } from '../src/index.ts';
import { createModulePage } from '../src/module-page.ts';
import { createScreens } from '../src/screens/index.ts';
import { buyModule, downloadByClick, createTitle, createPackageZip, publishModule, toZipUpload } from '../src/toolbox.ts';

test('an author uploads a new version and unpublishes the module; buyers keep it (product 2.30, 2.33, 2.38, 4.17, 5.13, 8.11, 8.12, 10.2)', async ({
  page,
  people,
  request,
  screens,
  consoleWatch,
  expectAccessibleInBothThemes,
  openBrowserAs,
}) => {
  consoleWatch.expectErrors(/Failed to load resource.*4\d\d/);
  const [mira, ines] = [await people.create('solver'), await people.create('seeker')];
  const first = await createPackageZip('module', 'export const answer = 41;\n');
  const second = await createPackageZip('module', 'export const answer = 42;\n');
  const fields = { price: 'paid', priceAmount: '60', title: createTitle('Here and gone') } as const;
  const { id, title } = await publishModule(request, mira, fields, { zipFile: toZipUpload(first) });
  await buyModule(request, ines, id);
  await people.signIn(mira);
  const row = page.getByRole('article', { name: title });
  await screens.ownModules.open();
  await test.step('a version', async () => {
    await expect(page.getByText('You have reached $50 in sales.')).toBeVisible();
    await expectAccessibleInBothThemes();
    await page.getByRole('button', { name: `New version of ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'New version' });
    const version = dialog.getByRole('textbox', { name: 'Version' });
    await version.press('Enter');
    await expect(page.getByText('Choose a ZIP file')).toBeVisible();
    await expectAccessibleInBothThemes();
    await version.fill('1.1.0');
    await dialog.getByRole('textbox', { name: 'What is new' }).fill('The right answer.');
    await dialog.getByLabel(/^Zip File/).setInputFiles(toZipUpload(second));
    await dialog.getByRole('button', { name: 'Upload version' }).click();
    await expect(page.getByText('The version was uploaded')).toBeVisible();
  });
  const buyer = await openBrowserAs(ines);
  // The server renders the page for visitors, who cannot find an unpublished module.
  buyer.console.expectErrors(/404/);
  const visitor = await openBrowserAs(await people.create('seeker', 'Tom Reyes'));
  visitor.console.expectErrors(/404/);
  await test.step('both versions', async () => {
    await createScreens(buyer.page).module(id).open();
    const { versions, download, information } = createModulePage(buyer.page);
    await expect(versions.getByRole('listitem').first()).toContainText(/1\.1\.0\s*Latest.*The right answer\./);
    await expect(information).toContainText(hashSha256(second));
    const latest = await downloadByClick(buyer.page, () => download.click());
    expect(latest.bytes.equals(second)).toBe(true);
    const before = await downloadByClick(buyer.page, () => versions.getByRole('button', { name: 'Download 1.0.0' }).click());
    expect(before.bytes.equals(first)).toBe(true);
  });
  await test.step('unpublish', async () => {
    await row.getByRole('button', { name: `Unpublish ${title}` }).click();
    const question = page.getByRole('dialog', { name: 'Unpublish this module?' });
    await expect(question).toBeVisible();
    await expectAccessibleInBothThemes();
    await question.getByRole('button', { name: 'Unpublish' }).click();
    await expect(row).toContainText('Unpublished');
    await buyer.page.goto(`/toolbox/${id}`);
    await expect(createModulePage(buyer.page).download).toBeEnabled();
    await buyer.page.goto(`/toolbox?search=${encodeURIComponent(title)}`);
    await expect(buyer.page.getByText(`No modules for “${title}”`)).toBeVisible();
    await visitor.page.goto(`/toolbox/${id}`);
    await expect(createModulePage(visitor.page).title('Module not found')).toBeVisible();
  });
  await test.step('publish again', async () => {
    await row.getByRole('button', { name: `Publish ${title} again` }).click();
    await expect(row).toContainText('Published');
    await visitor.page.reload();
    await expect(createModulePage(visitor.page).buy).toBeVisible();
  });
  await buyer.close();
  await visitor.close();
});
