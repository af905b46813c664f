import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { UploadFile } from './pictures.ts';

export function createUploadPage(page: Page) {
  const main = page.getByRole('main');
  const text = (name: string | RegExp) => main.getByRole('textbox', { name });
  return {
    title: text(/^Title/),
    slug: text('Slug'),
    description: text(/^Description/),
    documentation: text(/^Documentation/),
    repository: text('Repository URL'),
    amount: text(/^Price Amount/),
    license: main.getByRole('combobox', { name: /^License/ }),
    choice: (name: string) => main.getByRole('radio', { name, exact: true }),
    technology: (name: string) => main.getByRole('checkbox', { name, exact: true }),
    terms: main.getByRole('checkbox', { name: /^I agree to the/ }),
    zip: main.getByLabel(/^Zip File/),
    zipField: main.getByRole('region', { name: 'Code Upload' }),
    images: main.getByLabel('Preview Images', { exact: true }).and(main.locator('input')),
    videos: main.getByLabel('Preview Videos', { exact: true }).and(main.locator('input')),
    media: (label: string) => main.getByRole('list', { name: label }),
    submit: main.getByRole('button', { name: 'Upload Module' }),
    cancel: main.getByRole('button', { name: 'Cancel' }),
    retry: main.getByRole('button', { name: 'Try again' }),
    progress: main.getByRole('progressbar', { name: 'Uploading module...' }),
    alert: main.getByRole('alert'),
    confirm: page.getByRole('dialog', { name: 'Confirm Upload' }),
  };
}

interface UploadValues {
  title: string;
  description?: string;
  technologies?: string[];
  /** US dollars as typed; free by default. */
  price?: string;
  documentation?: string;
  zip?: UploadFile;
}

export async function fillUploadForm(page: Page, values: UploadValues): Promise<void> {
  const form = createUploadPage(page);
  await form.title.fill(values.title);
  await form.description.fill(values.description ?? 'Counts requests and reports when the limit is reached.');
  for (const name of values.technologies ?? ['Node.js']) await form.technology(name).check();
  if (values.price !== undefined) {
    await form.choice('Paid').check();
    await form.amount.fill(values.price);
  }
  if (values.zip) await form.zip.setInputFiles(values.zip);
  await form.documentation.fill(values.documentation ?? '# How to use it\n\nCall it before each request.');
  await form.terms.check();
}

export async function confirmUpload(page: Page): Promise<void> {
  const { submit, confirm } = createUploadPage(page);
  await submit.click();
  await confirm.getByRole('button', { name: 'Confirm Upload' }).click();
  await expect(confirm).toBeHidden();
}

export async function expectUploading(page: Page): Promise<void> {
  const { progress } = createUploadPage(page);
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
}
