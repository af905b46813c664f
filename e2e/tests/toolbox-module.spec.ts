import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../src/index.ts';
import { createModulePage } from '../src/module-page.ts';
import { createPackageZip, publishModule, toZipUpload } from '../src/toolbox.ts';

const run = promisify(execFile);

test('a free module is shared by its address, lists its files, and is installed in a shell by its command (product 2.30, 2.46, 10.2)', async ({
  page,
  context,
  people,
  request,
  screens,
  baseURL,
  expectAccessibleInBothThemes,
}) => {
  const archive = await createPackageZip('answering', 'export const answer = 42;\n');
  const { id, slug } = await publishModule(request, await people.create('solver'), {}, { zipFile: toZipUpload(archive) });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await screens.module(id).open();
  await test.step('share', async () => {
    await screens.module(id).share.click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await copied()).toBe(new URL(`/toolbox/${slug}`, baseURL).href);
  });
  await test.step('files, by keyboard', async () => {
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByRole('button', { name: 'Show files' }).focus();
    await page.keyboard.press('Enter');
    await expect(files.getByRole('list', { name: 'Files of the archive' })).toContainText('package.json');
    await expect(files).toContainText('3 files');
    await expectAccessibleInBothThemes();
  });
  await createModulePage(page).tab('Installation').click();
  const command = await createModulePage(page).panel.getByText(/^curl/).innerText();
  expect(command).toContain(`/api/modules/${id}/archive.zip`);
  await page.getByRole('button', { name: 'Copy install command' }).click();
  await expect.poll(copied).toBe(command);
  const project = await mkdtemp(join(tmpdir(), 'solvent-install-'));
  try {
    await writeFile(join(project, 'package.json'), '{ "name": "project", "type": "module" }');
    const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' };
    await run('bash', ['-c', command], { cwd: project, env });
    const program = "import('answering').then((it) => process.stdout.write(String(it.answer)))";
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: project });
    expect(stdout).toBe('42');
    expect(await readFile(join(project, 'package.json'), 'utf8')).toContain(`solvent-${id}`);
  } finally {
    await rm(project, { recursive: true });
  }
});
