import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import type {
  Module,
  ModuleResponse,
  ModuleFields,
  OwnModule,
  Purchase,
  PurchaseLicense,
  PurchaseResponse,
} from '@solvent/contracts';
import { createZip } from './archives.ts';
import { getAuthHeaders, parseResponse } from './marketplace.ts';
import type { Person } from './people.ts';
import type { UploadFile } from './pictures.ts';

export async function readVideoFiles(): Promise<UploadFile[]> {
  const read = async (name: string, mimeType: string) => ({
    name,
    mimeType,
    buffer: await readFile(new URL(`../fixtures/${name}`, import.meta.url)),
  });
  return Promise.all([read('clip.mp4', 'video/mp4'), read('clip.webm', 'video/webm')]);
}

export const toZipUpload = (buffer: Buffer, name = 'module.zip'): UploadFile => ({ name, mimeType: 'application/zip', buffer });

export const createTitle = (title: string): string => `${title} ${randomUUID().slice(0, 8)}`;

export const createPackageZip = (slug = 'module', code = 'export const answer = 42;\n'): Promise<Buffer> =>
  createZip({
    'package.json': JSON.stringify({ name: slug, version: '1.0.0', type: 'module', exports: './index.js' }),
    'index.js': code,
    'README.md': `# ${slug}\n`,
  });

interface ModuleFiles {
  zipFile?: UploadFile;
  previewImages?: UploadFile[];
  previewVideos?: UploadFile[];
}

function buildForm(fields: Partial<ModuleFields>, files: { zipFile: UploadFile } & ModuleFiles): FormData {
  const texts: Record<string, unknown> = {
    title: createTitle('Rate Limiter'),
    description: 'Counts requests and reports when the limit is reached.',
    price: 'free',
    license: 'MIT',
    documentation: '# How to use it\n\nCall it before each request.',
    termsAgreement: true,
    ...fields,
    techStack: JSON.stringify(fields.techStack ?? ['Node.js']),
  };
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, String(text));
  const { zipFile: archive, previewImages = [], previewVideos = [] } = files;
  for (const [field, list] of Object.entries({ zipFile: [archive], previewImages, previewVideos }))
    for (const { name, mimeType, buffer } of list)
      form.append(field, new File([new Uint8Array(buffer)], name, { type: mimeType }));
  return form;
}

export async function publishModule(
  request: APIRequestContext,
  author: Person,
  fields: Partial<ModuleFields> = {},
  files: ModuleFiles = {},
): Promise<Module> {
  const multipart = buildForm(fields, { zipFile: toZipUpload(await createPackageZip()), ...files });
  const response = await request.post('/api/modules', { headers: getAuthHeaders(author), multipart });
  return (await parseResponse<ModuleResponse>(response)).module;
}

export async function buyModule(
  request: APIRequestContext,
  buyer: Person,
  id: string,
  license: PurchaseLicense = 'standard',
): Promise<Purchase> {
  const response = await request.post(`/api/modules/${id}/purchase`, { headers: getAuthHeaders(buyer), data: { license } });
  return (await parseResponse<PurchaseResponse>(response)).purchase;
}

export async function addVersion(
  request: APIRequestContext,
  author: Person,
  id: string,
  { version, notes, zip }: { version: string; notes: string; zip: Buffer },
): Promise<void> {
  const { name, mimeType, buffer } = toZipUpload(zip);
  const multipart = new FormData();
  multipart.set('version', version);
  multipart.set('notes', notes);
  multipart.set('zipFile', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  await parseResponse(await request.post(`/api/modules/${id}/versions`, { headers: getAuthHeaders(author), multipart }));
}

export async function fetchOwnModules(request: APIRequestContext, author: Person): Promise<OwnModule[]> {
  const response = await request.get('/api/modules/own', { headers: getAuthHeaders(author) });
  return (await parseResponse<{ modules: OwnModule[] }>(response)).modules;
}

/** @param click starts the download */
export async function downloadByClick(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
