import { expect, test } from '../src/index.ts';
import { buyOnPage, createModulePage } from '../src/module-page.ts';
import { gotoReady } from '../src/socket.ts';
import { addVersion, downloadByClick, createTitle, createPackageZip, publishModule } from '../src/toolbox.ts';

test('a purchase notifies the author and is listed with its receipt; its buyer is notified of a new version and downloads it (product 2.45, 3.25, 3.30, 4.18, 4.27, 8.17, 10.2)', async ({
  page,
  people,
  request,
  screens,
  expectAccessibleInBothThemes,
  openBrowserAs,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker', 'Ines Duarte')];
  const title = createTitle('Chart Kit');
  const second = await createPackageZip('chart-kit', 'export const answer = 43;\n');
  const { id } = await publishModule(request, mira, { title, price: 'paid', priceAmount: '24.50' });
  const author = await openBrowserAs(mira);
  await gotoReady(author.page, '/notifications');

  await people.signIn(ines);
  await screens.module(id).open();
  await expect(createModulePage(page).information).toContainText('Standard or Extended');
  const bought = await buyOnPage(page, '$24.50');
  await expect(author.page.getByRole('main').getByText('New sale')).toBeVisible();
  await expect(author.page.getByRole('main')).toContainText(
    `Ines Duarte bought "${title}" under the Standard license for $24.50.`,
  );
  await bought.getByRole('link', { name: 'Purchased' }).click();
  const { module } = screens.purchasedModules;
  await expect(module(title)).toContainText(/License\s*Standard.*Version bought\s*1\.0\.0.*You downloaded\s*Nothing yet/);
  await downloadByClick(page, () => module(title).getByRole('button', { name: 'Download 1.0.0' }).click());
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
  await screens.frame.bell.click();
  await expect(page.getByText(`Version 1.1.0 of "${title}" is out: A legend that can be read.`)).toBeVisible();
  await screens.purchasedModules.open();
  await expect(module(title)).toContainText('Update available');
  await expect(module(title)).toContainText('A legend that can be read.');
  await expectAccessibleInBothThemes();
  const { bytes } = await downloadByClick(page, () => module(title).getByRole('button', { name: 'Download 1.1.0' }).click());
  expect(bytes.equals(second)).toBe(true);
  await expect(module(title).getByText('Update available')).toBeHidden();
  await author.close();
});
