import { File as NodeFile } from 'node:buffer';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { screen, within } from '@testing-library/react';
import { buildZip } from '../../../testing/build-zip.ts';
import { chooseFiles, field, openUpload, replaceText } from '../../../testing/open-upload.ts';

const MANIFEST = { name: 'payment-kit', description: 'Takes payments by card.', license: 'ISC' };
const README = '# Payment kit';

/** Not compressed: jsdom cannot decompress. */
async function buildFile(texts: Record<string, string>): Promise<File> {
  return new NodeFile([await buildZip(texts, { level: 0 })], 'kit.zip') as unknown as File;
}
const panel = () => screen.queryByRole('group', { name: 'From your archive' });
const offers = () => within(panel() as HTMLElement);

afterEach(() => {
  clearSession();
  window.localStorage.clear();
});

it('offers what the archive states for empty fields, and fills them in or is dismissed by a click (product 2.70)', async () => {
  signInAs();
  const file = await buildFile({ 'package.json': JSON.stringify(MANIFEST), 'README.md': README });
  const other = await buildFile({ 'package.json': '{"repository":"ada/kit"}' });
  const { user, api } = openUpload();
  replaceText(field.title(), 'Payment Setup');
  chooseFiles(field.zip(), file);
  expect(await screen.findByText('Your archive can fill in 3 fields')).toBeVisible();
  const offered = offers()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(offered).toEqual(['DescriptionTakes payments by card.', 'LicenseISC', 'DocumentationREADME, 13 characters']);
  expect(field.description()).toHaveValue('');
  expect(field.license()).toHaveValue('MIT');
  await user.click(offers().getByRole('button', { name: 'Fill in' }));
  expect(field.license()).toHaveValue('ISC');
  expect(field.description()).toHaveValue(MANIFEST.description);
  expect(field.documentation()).toHaveValue(README);
  expect(field.title()).toHaveValue('Payment Setup');
  expect(panel()).toBeNull();
  expect(field.description()).toHaveFocus();
  chooseFiles(field.zip(), other);
  await user.click(await screen.findByRole('button', { name: 'Dismiss what the archive offers' }));
  expect(panel()).toBeNull();
  expect(field.repository()).toHaveValue('');
  expect(field.repository()).toHaveFocus();
  api.restore();
});
