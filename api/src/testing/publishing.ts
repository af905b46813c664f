import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from '@solvent/contracts';
import { buildZip } from './archives.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import { buildForm } from './uploads.ts';
import type { FormPart } from './uploads.ts';

export const GOOD_TEXTS = {
  title: 'Payment Setup',
  description: 'Takes payments by card, with receipts.',
  techStack: '["React","Node.js"]',
  price: 'paid',
  priceAmount: '19.90',
  license: 'MIT',
  documentation: '# How to use it\n\nInstall it, then call it.',
  repositoryUrl: 'https://git.example/payments',
  termsAgreement: 'true',
};

export const textParts = (texts: Record<string, string | undefined>): FormPart[] =>
  Object.entries(texts).flatMap(([field, text]) => (text === undefined ? [] : [{ field, text }]));

export const zipPart = (content: Uint8Array, name = 'payments.zip'): FormPart => ({
  field: 'zipFile',
  name,
  type: 'application/zip',
  content,
});

export const goodZip = (text = 'export {};') => buildZip({ 'README.md': '# Payments', 'src/index.ts': text });

export async function publish(
  test: TestApp,
  as: TestCaller,
  texts: Record<string, string | undefined> = {},
  files?: FormPart[],
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const parts = [...textParts({ ...GOOD_TEXTS, ...texts }), ...(files ?? [zipPart(await goodZip())])];
  const form = await buildForm(parts);
  return test.request('POST', '/api/modules', { as, payload: form.payload, headers: { ...form.headers, ...headers } });
}

export const getModule = (response: TestResponse): Module => getField(response, 'module');

/** @returns the paths of all files in a store's folder */
export const listStoredFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** File signatures of videos. */
export const MP4 = Buffer.concat([Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'), Buffer.alloc(500)]);
export const WEBM = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(500),
]);

export const imagePart = (content: Uint8Array, name = 'shot.png'): FormPart => ({ field: 'previewImages', name, content });
export const videoPart = (content: Uint8Array | string, name = 'clip.mp4'): FormPart => ({
  field: 'previewVideos',
  name,
  type: 'video/mp4',
  content: Buffer.from(content),
});
