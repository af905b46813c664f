import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProduct } from './product.ts';

const folder = mkdtempSync(join(tmpdir(), 'solvent-product-'));
const api = join(folder, 'api');
afterAll(() => rmSync(folder, { recursive: true }));

it('identifies the build of an image, and a checkout', () => {
  mkdirSync(api);
  writeFileSync(join(api, 'package.json'), '{ "name": "@solvent/api", "version": "1.2.3" }');
  expect(readProduct(api)).toEqual({ version: '1.2.3', revision: 'checkout' });
  writeFileSync(join(folder, 'image.json'), '{ "name": "solvent", "version": "1.2.4", "revision": "0f3a" }');
  expect(readProduct(api)).toEqual({ version: '1.2.4', revision: '0f3a' });
});
