import { expect, test } from '../src/index.ts';
import { modulePage } from '../src/module-page.ts';
import { browserOf } from '../src/pages.ts';
import { buyModule, downloadBy, newTitle, packageZip, publishModule, zipFile } from '../src/toolbox.ts';
import { sha256Of } from '../src/archives.ts';
import { uploadPage } from '../src/upload-page.ts';

test('an author takes a module out of the catalogue and puts it back; who has it keeps it', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  consoleWatch,
}) => {
  const [mira, ines] = [await people.create('solver'), await people.create('seeker')];
  const { id, title } = await publishModule(request, mira, { price: 'paid', priceAmount: '5', title: newTitle('Here and gone') });
  await buyModule(request, ines, id);
  const other = await browserOf(browser, baseURL, ines);
  await people.signIn(mira);
  await page.goto('/toolbox/own');
  const row = page.getByRole('article', { name: title });
  await row.getByRole('button', { name: `Unpublish ${title}` }).click();
  await page.getByRole('dialog', { name: 'Unpublish this module?' }).getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('The module is no longer in the catalogue')).toBeVisible();
  await expect(row).toContainText('Unpublished');

  // To the server who asks is a visitor, who has it no more.
  other.console.expectErrors(/404/);
  await other.page.goto(`/toolbox/${id}`);
  await expect(modulePage(other.page).download).toBeEnabled();
  await other.page.goto(`/toolbox?search=${encodeURIComponent(title)}`);
  await expect(other.page.getByText('No modules found matching your criteria')).toBeVisible();
  const stranger = await browserOf(browser, baseURL, await people.create('seeker', 'Tom Reyes'));
  stranger.console.expectErrors(/404/);
  await stranger.page.goto(`/toolbox/${id}`);
  await expect(modulePage(stranger.page).title('Module not found')).toBeVisible();
  await expect(stranger.page.getByText("The module you're looking for doesn't exist or has been removed.")).toBeVisible();

  await row.getByRole('button', { name: `Publish ${title} again` }).click();
  await expect(row).toContainText('Published');
  await stranger.page.reload();
  await expect(modulePage(stranger.page).buy).toBeVisible();
  consoleWatch.verify();
  await Promise.all([other.close(), stranger.close()]);
});

test('a new version stands beside the old one, with what is new; a number that is taken is refused', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/Failed to load resource.*4\d\d/);
  const mira = await people.create('solver');
  const first = await packageZip('module', 'export const answer = 41;\n');
  const second = await packageZip('module', 'export const answer = 42;\n');
  const { id, title } = await publishModule(request, mira, {}, { zipFile: zipFile(first) });
  await people.signIn(mira);
  await page.goto('/toolbox/own');
  await page.getByRole('button', { name: `New version of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'New version' });
  await dialog.getByRole('textbox', { name: 'Version' }).fill('1.0.0');
  await dialog.getByRole('textbox', { name: 'What is new' }).fill('The right answer.');
  await dialog.getByLabel('ZIP file').setInputFiles(zipFile(second));
  await dialog.getByRole('button', { name: 'Upload version' }).click();
  await expect(dialog.getByText('Version must be higher than 1.0.0')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Version' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Version' }).fill('1.1.0');
  await dialog.getByRole('button', { name: 'Upload version' }).click();
  await expect(page.getByText('The version was uploaded')).toBeVisible();

  await page.goto(`/toolbox/${id}`);
  const { versions, download, information } = modulePage(page);
  await expect(versions.getByRole('listitem').first()).toContainText(/1\.1\.0\s*Latest.*The right answer\./);
  await expect(information).toContainText(sha256Of(second));
  const latest = await downloadBy(page, () => download.click());
  expect(latest.bytes.equals(second)).toBe(true);
  const before = await downloadBy(page, () => versions.getByRole('button', { name: 'Download 1.0.0' }).click());
  expect(before.bytes.equals(first)).toBe(true);
});

test('an author chooses how people reach them: by mail, or in a conversation', async ({
  page,
  browser,
  baseURL,
  people,
  request,
}) => {
  const [mira, ines] = [await people.create('solver', 'Mira Chen'), await people.create('seeker')];
  const { id, title } = await publishModule(request, mira);
  const other = await browserOf(browser, baseURL, ines);
  const contact = modulePage(other.page).author.getByRole('link', { name: 'Contact Author' });
  await people.signIn(mira);
  await page.goto('/toolbox/own');
  const choice = page.getByRole('switch', { name: 'Show my e-mail address on my modules' });
  await choice.click();
  await expect(choice).toBeChecked();
  await expect(page.getByText(`Everybody can read ${mira.email} there.`)).toBeVisible();
  // The switch shows it at once, the server says so.
  await expect(page.getByText('Your modules show your e-mail address')).toBeVisible();
  await page.reload();
  await expect(choice).toBeChecked();

  await other.page.goto(`/toolbox/${id}`);
  await expect(contact).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${mira.email}\\?subject=${encodeURIComponent(`About ${title}`)}&`),
  );
  await choice.click();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText(`Nobody sees ${mira.email}.`)).toBeVisible();
  await expect(page.getByText('Your modules no longer show your e-mail address')).toBeVisible();
  await other.page.reload();
  await expect(modulePage(other.page).author).not.toContainText(mira.email);
  await contact.click();
  await expect(other.page).toHaveURL(/\/conversations\?/);
  await expect(other.page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await other.close();
});

test('an author edits the texts of a module; what was typed survives the network and a reload', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/Failed to load resource: net::ERR_CONNECTION_FAILED/);
  const mira = await people.create('solver');
  const { title } = await publishModule(request, mira, {});
  await people.signIn(mira);
  await page.goto('/toolbox/own');
  await page.getByRole('article', { name: title }).getByRole('link', { name: /^Edit/ }).click();
  const form = uploadPage(page);
  await expect(form.title).toHaveValue(title);
  await form.description.fill('Counts requests, and says politely when it is enough.');
  const saving = /\/api\/modules\/[^/]+$/;
  await page.route(saving, (route) => (route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.fallback()));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The module could not be saved. Your changes are still here. Please try again.')).toBeVisible();
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.unroute(saving);
  await page.reload();
  await expect(form.description).toHaveValue('Counts requests, and says politely when it is enough.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(modulePage(page).title(title)).toBeVisible();
  await expect(page.getByRole('main').getByText('Counts requests, and says politely when it is enough.').first()).toBeVisible();
});
