import type { Module } from '@solvent/contracts';
import { writeKey } from '@solvent/store';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { buildModuleDetail } from '../../testing/build-module.ts';
import { draftKey, textsOf } from './upload-draft.ts';
import { Component } from './upload-page.tsx';
import { EMPTY_UPLOAD } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

/** What `POST /modules` answers; told what says how much was sent, 0 to 1. */
export type UploadAnswer = (progress: (part: number) => void) => object;

export const ZIP = new File(['PK archive'], 'payments.zip', { type: 'application/zip' });
export const SHOT = new File(['pixels'], 'shot.png', { type: 'image/png' });
export const CLIP = new File(['frames'], 'clip.mp4', { type: 'video/mp4' });

/** A file that says it is so large. */
export function fileOf(name: string, bytes: number, type = ''): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

const TEXTS = {
  title: 'Payment Setup',
  description: 'Takes payments in an afternoon.',
  documentation: '# Payments\n\nInstall it and go.',
};

/** What was filled in, stored. */
export const stored = (more: Partial<Module> = {}) => ({
  module: buildModuleDetail({
    ...TEXTS,
    tags: ['React'],
    priceCents: 0,
    sizeBytes: ZIP.size,
    review: { version: '1.0.0', stage: 'done', reason: null, findings: [] },
    ...more,
  }),
});

/** The page, with an API that takes a module so. */
export function openUpload(answer: UploadAnswer = () => stored(), cancelling: () => object = () => ({})) {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  // jsdom has no such way to read a file.
  Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(1));
  // As newer browsers do.
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
  const api = fakeApi({
    'POST /modules': (_request, sending) => answer((part) => sending?.progress(part)),
    'DELETE /modules/uploads/:key': cancelling,
  });
  return { api, ...renderScreen(createElement(Component), { at: '/toolbox/upload' }) };
}

/** By label: to compute every role of so large a form takes seconds. */
const labelled = (label: RegExp | string, selector: string) => screen.getByLabelText(label, { selector });

export const field = {
  title: () => labelled(/^Title/, 'input'),
  slug: () => labelled('Slug', 'input'),
  description: () => labelled(/^Description/, 'textarea'),
  documentation: () => labelled(/^Documentation/, 'textarea'),
  repository: () => labelled('Repository URL', 'input'),
  amount: () => labelled(/^Price Amount/, 'input'),
  license: () => labelled(/^License/, 'select'),
  price: (name: 'Free' | 'Paid') => labelled(name, 'input[type=radio]'),
  tech: (name: string) => labelled(name, 'input[type=checkbox]'),
  terms: () => labelled(/^I agree/, 'input[type=checkbox]'),
  zip: () => labelled(/^Zip File/, 'input'),
  images: () => labelled('Preview Images', 'input'),
  videos: () => labelled('Preview Videos', 'input'),
};
export const button = (name: string) => screen.getByText(name, { selector: 'button' });
export const iconButton = (name: string) => labelled(name, 'button');
export const address = () => screen.getByLabelText('Address');

export const rewrite = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
/** Chooses files whatever the dialog would offer, as dropping them does. */
export const choose = (input: HTMLElement, ...files: File[]) => fireEvent.change(input, { target: { files } });

/** Stores a draft with texts, so that the form renders once for all of them. */
export function storeDraft(userId: string, texts: Partial<UploadValues> = { ...TEXTS, techStack: ['React'] }): void {
  const values = { ...textsOf(EMPTY_UPLOAD), ...texts };
  const names = { zipFile: [], previewImages: [], previewVideos: [] };
  writeKey(draftKey(userId), JSON.stringify({ values, names, idempotencyKey: crypto.randomUUID() }));
}

/** Fills in what no draft stores. */
export function chooseFilesAndAgree(): void {
  choose(field.zip(), ZIP);
  fireEvent.click(field.terms());
}

/** Fills in everything that a module needs. */
export function fillIn(): void {
  rewrite(field.title(), TEXTS.title);
  rewrite(field.description(), TEXTS.description);
  fireEvent.click(field.tech('React'));
  rewrite(field.documentation(), TEXTS.documentation);
  chooseFilesAndAgree();
}

/** Goes through the question before the upload. */
export async function confirmUpload(): Promise<void> {
  fireEvent.click(button('Upload Module'));
  fireEvent.click(await screen.findByText('Confirm Upload', { selector: 'button' }));
  await waitFor(() => {
    if (screen.queryByText('Confirm Upload')) throw new Error('The dialog is still open.');
  });
}
