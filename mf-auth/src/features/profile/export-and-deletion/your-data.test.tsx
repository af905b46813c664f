import { jest } from '@jest/globals';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { deferred } from '../../../testing/fake-identity.ts';
import { fileNameOf, YourData } from './your-data.tsx';

const button = (name: string) => screen.findByRole('button', { name });

/** What the browser is given to keep: jsdom has neither addresses of blobs nor downloads. */
function watchDownloads() {
  const files: { name: string; blob: Blob }[] = [];
  let last = new Blob();
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) last = blob;
    return 'blob:solvent';
  };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: last });
  });
  return files;
}
const textOf = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsText(blob ?? new Blob());
  });

describe('downloading the own data', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('keeps what the server answers as a file', async () => {
    const files = watchDownloads();
    const answer = deferred<object>();
    fakeApi({ 'GET /auth/export': () => answer.promise });
    const { user } = renderScreen(<YourData />);
    await user.click(await button('Download my data'));
    expect(await button('Preparing…')).toBeDisabled();
    expect(files).toEqual([]);
    answer.resolve({ account: { name: 'Ada Park' } });
    expect(await button('Download my data')).toBeEnabled();
    expect(files.map(({ name }) => name)).toEqual(['solvent-data.json']);
    expect(JSON.parse(await textOf(files[0]?.blob))).toMatchObject({ account: { name: 'Ada Park' } });
  });

  it.each([
    ["the server's sentence", refuse('rate_limited', 'Try again in an hour.'), 'Try again in an hour.'],
    ['the fallback without an answer', NETWORK_FAILURE, 'Failed to download your data'],
  ])('says %s on failure, and keeps no file', async (_name, answer, text) => {
    const files = watchDownloads();
    fakeApi({ 'GET /auth/export': () => answer });
    const { user } = renderScreen(<YourData />);
    await user.click(await button('Download my data'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(await button('Download my data')).toBeEnabled();
    expect(files).toEqual([]);
  });
});

it.each([
  ['attachment; filename="solvent-data-2026-11-21.json"', 'solvent-data-2026-11-21.json'],
  ['attachment; filename=data.json', 'data.json'],
  ['attachment', 'fallback.json'],
  [undefined, 'fallback.json'],
])('the file of "%s" is called %s', (header, name) => {
  expect(fileNameOf(header, 'fallback.json')).toBe(name);
});
