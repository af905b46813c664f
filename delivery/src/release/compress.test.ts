import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from './compress.ts';

const text = Buffer.from('export const answer = 42;\n'.repeat(50));

it('gives both variants of a text', async () => {
  const { brotli, gzip } = await compress('main.js', text);
  expect(brotli && brotliDecompressSync(brotli)).toEqual(text);
  expect(gzip && gunzipSync(gzip)).toEqual(text);
});

it.each([
  ['a picture, which is compressed by its format', 'photo.webp', text],
  ['a font', 'inter.woff2', text],
  ['what is tiny', 'tiny.js', Buffer.from('let a;')],
  ['what does not shrink', 'noise.js', randomBytes(2000)],
])('leaves %s as it is', async (_what, path, bytes) => {
  expect(await compress(path, bytes)).toEqual({ brotli: undefined, gzip: undefined });
});
