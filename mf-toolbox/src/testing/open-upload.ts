import type { Module } from '@solvent/contracts';
import { writeKey } from '@solvent/store';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { buildModuleDetail } from './build-module.ts';
import { draftKey, pickTexts } from '../features/upload/upload-draft.ts';
import { Component } from '../features/upload/upload-page.tsx';
import { EMPTY_UPLOAD } from '../features/upload/upload-values.ts';
import type { UploadValues } from '../features/upload/upload-values.ts';

/** Returns the response of `POST /modules`; `progress` takes the sent fraction, 0 to 1. */
export type UploadHandler = (progress: (fraction: number) => void) => object;

export const ZIP = new File(['PK archive'], 'payments.zip', { type: 'application/zip' });
export const SHOT = new File(['pixels'], 'shot.png', { type: 'image/png' });
export const CLIP = new File(['frames'], 'clip.mp4', { type: 'video/mp4' });

/** A file with a fake size. */
export function createFile(name: string, bytes: number, type = ''): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

const TEXTS = {
  title: 'Payment Setup',
  description: 'Takes payments in an afternoon.',
  documentation: '# Payments\n\nInstall it and go.',
};

export const buildUploaded = (overrides: Partial<Module> = {}) => ({
  module: buildModuleDetail({
    ...TEXTS,
    tags: ['React'],
    priceCents: 0,
    sizeBytes: ZIP.size,
    review: { version: '1.0.0', stage: 'done', reason: null, findings: [] },
    ...overrides,
  }),
});

export function openUpload(handleUpload: UploadHandler = () => buildUploaded(), handleCancel: () => object = () => ({})) {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  // Missing in jsdom.
  Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(1));
  // Newer browsers return a promise.
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
  const api = fakeApi({
    'POST /modules': (_request, sending) => handleUpload((fraction) => sending?.progress(fraction)),
    'DELETE /modules/uploads/:key': handleCancel,
  });
  return { api, ...renderScreen(createElement(Component), { at: '/toolbox/upload' }) };
}

/** `getByRole` takes seconds in this large form. */
const getByLabel = (label: RegExp | string, selector: string) => screen.getByLabelText(label, { selector });

export const field = {
  title: () => getByLabel(/^Title/, 'input'),
  slug: () => getByLabel('Slug', 'input'),
  description: () => getByLabel(/^Description/, 'textarea'),
  documentation: () => getByLabel(/^Documentation/, 'textarea'),
  repository: () => getByLabel('Repository URL', 'input'),
  amount: () => getByLabel(/^Price Amount/, 'input'),
  license: () => getByLabel(/^License/, 'select'),
  price: (name: 'Free' | 'Paid') => getByLabel(name, 'input[type=radio]'),
  tech: (name: string) => getByLabel(name, 'input[type=checkbox]'),
  terms: () => getByLabel(/^I agree/, 'input[type=checkbox]'),
  zip: () => getByLabel(/^Zip File/, 'input'),
  images: () => getByLabel('Preview Images', 'input'),
  videos: () => getByLabel('Preview Videos', 'input'),
};
export const button = (name: string) => screen.getByText(name, { selector: 'button' });
export const iconButton = (name: string) => getByLabel(name, 'button');
export const address = () => screen.getByLabelText('Address');

export const replaceText = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
/** Ignores `accept`, like drag and drop. */
export const chooseFiles = (input: HTMLElement, ...files: File[]) => fireEvent.change(input, { target: { files } });

/** Fills the form from a draft, which renders it once. */
export function storeDraft(userId: string, texts: Partial<UploadValues> = { ...TEXTS, techStack: ['React'] }): void {
  const values = { ...pickTexts(EMPTY_UPLOAD), ...texts };
  const names = { zipFile: [], previewImages: [], previewVideos: [] };
  writeKey(draftKey(userId), JSON.stringify({ values, names, idempotencyKey: crypto.randomUUID() }));
}

/** Fills in what drafts cannot store. */
export function chooseFilesAndAgree(): void {
  chooseFiles(field.zip(), ZIP);
  fireEvent.click(field.terms());
}

export function fillIn(): void {
  replaceText(field.title(), TEXTS.title);
  replaceText(field.description(), TEXTS.description);
  fireEvent.click(field.tech('React'));
  replaceText(field.documentation(), TEXTS.documentation);
  chooseFilesAndAgree();
}

export async function confirmUpload(): Promise<void> {
  fireEvent.click(button('Upload Module'));
  fireEvent.click(await screen.findByText('Confirm Upload', { selector: 'button' }));
  await waitFor(() => {
    if (screen.queryByText('Confirm Upload')) throw new Error('The dialog is still open.');
  });
}
