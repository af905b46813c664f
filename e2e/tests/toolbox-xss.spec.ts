import type { APIRequestContext, Page } from '@playwright/test';
import type { Module, ModuleFields, ModuleReview } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders } from '../src/marketplace.ts';
import { createModulePage } from '../src/module-page.ts';
import { publishModule, toZipUpload, createPackageZip } from '../src/toolbox.ts';
import { createUploadPage } from '../src/upload-page.ts';
import { XSS_MARKDOWN, XSS_STORABLE as TEXTS } from '../src/xss-corpus.ts';
import { watchForXss } from '../src/xss-watch.ts';
import type { XssWatch } from '../src/xss-watch.ts';

const MARKDOWN = ['# Documentation', ...TEXTS, ...XSS_MARKDOWN, 'The end.'].join('\n\n');
const FIRST = '<script>window.__xss=1;alert(1)</script>';

async function poison(request: APIRequestContext, author: Person, reader: Person): Promise<Module> {
  const fields: Partial<ModuleFields> = {
    title: `Title ${FIRST}`,
    description: TEXTS.join(' ').slice(0, 500),
    documentation: MARKDOWN,
  };
  const module = await publishModule(request, author, fields);
  const path = `/api/modules/${module.id}`;
  const form = new FormData();
  form.set('version', '1.1.0');
  form.set('notes', TEXTS.join('\n').slice(0, 2000));
  const { name, buffer } = toZipUpload(await createPackageZip());
  form.set('zipFile', new File([new Uint8Array(buffer)], name));
  const version = await request.post(`${path}/versions`, { headers: getAuthHeaders(author), multipart: form });
  expect(version.ok(), await version.text()).toBe(true);
  await request.get(`${path}/download`, { headers: getAuthHeaders(reader) });
  const text = `${TEXTS.join('\n').slice(0, 1900)}\nThe end of it.`;
  const posted = await request.post(`${path}/reviews`, { headers: getAuthHeaders(reader), data: { rating: 1, text } });
  expect(posted.ok(), await posted.text()).toBe(true);
  const { review } = (await posted.json()) as { review: ModuleReview };
  const answer = { headers: getAuthHeaders(author), data: { text: `${text}\nThe end of the answer.` } };
  expect((await request.put(`${path}/reviews/${review.id}/answer`, answer)).ok()).toBe(true);
  return module;
}

async function expectHarmless(page: Page, { id, title }: Module, xss: XssWatch): Promise<void> {
  const { panel, reviews, versions, tab } = createModulePage(page);
  await page.goto(`/toolbox/${id}?tab=documentation`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(`${title} · Solvent`);
  await expect(panel).toContainText('The end.');
  await expect(panel).toContainText(FIRST);
  await expect(reviews).toContainText('The end of the answer.');
  await expect(versions).toContainText(FIRST);
  await xss.verify();
  await tab('Installation').click();
  await expect(page.getByRole('button', { name: 'Copy install command' })).toBeVisible();
  await xss.verify();
  await page.goto(`/toolbox?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('article').filter({ hasText: FIRST }).first()).toBeVisible();
  await xss.verify();
}

test('no text of a module, its versions, reviews or answers runs, for its author, for others, and in the form (product 2.36, 5.15, 5.16)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const [author, reader] = [await people.create('solver'), await people.create('seeker')];
  const module = await poison(request, author, reader);
  const xss = await watchForXss(page);
  await people.signIn(reader);
  await expectHarmless(page, module, xss);
  await people.signIn(author);
  await screens.ownModules.open();
  await expect(page.getByRole('article').filter({ hasText: FIRST })).toBeVisible();
  await xss.verify();
  await test.step('the form, its preview and the question before the upload', async () => {
    await page.goto('/toolbox/upload');
    const form = createUploadPage(page);
    await form.title.fill(`Title ${FIRST}`);
    await form.documentation.fill(MARKDOWN);
    await page.getByRole('main').getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('main').getByRole('tabpanel', { name: 'Preview' })).toContainText('The end.');
    await xss.verify();
    await form.description.fill(TEXTS.join(' ').slice(0, 500));
    await form.technology('React').check();
    await form.zip.setInputFiles(toZipUpload(await createPackageZip(), '<img src=x onerror=window.__xss=1>.zip'));
    await form.terms.check();
    await form.submit.click();
    await expect(form.confirm).toContainText(FIRST);
    await xss.verify();
  });
});
