import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '@solvent/object-store';
import { files } from '../schema/index.ts';
import { temporaryFolder } from '../testing/server-process.ts';
import { setUpTestApp } from '../testing/test-app.ts';
import { findObjectsWithoutRow } from './referenced-objects.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
const test = setUpTestApp();
afterAll(() => folder.remove());

/** Stores an object of two days ago. */
async function old(key: string): Promise<void> {
  await store.put(key, 'x');
  const time = new Date(Date.now() - 48 * 3_600_000);
  utimesSync(join(folder.path, key), time, time);
}

it('finds unreferenced bytes, except recent, resized or foreign ones (docs/operating.md)', async () => {
  const named = {
    name: 'a.png',
    mimeType: 'image/png',
    size: 1,
    sha256: 'x',
    visibility: 'private',
    createdAt: new Date(),
  } as const;
  for (const storageKey of ['uploads/a/0', 'public/a.webp']) await test.db.insert(files).values({ ...named, storageKey });
  await store.put('uploads/young/0', 'x');
  for (const key of ['uploads/a/0', 'uploads/a/0.w360.webp', 'public/a.webp', 'incoming-uploads/b', 'backups/c']) await old(key);
  const lost = ['messages/d/0.w720.webp', 'modules/e/1', 'public/f.webp', 'uploads/a/1'];
  for (const key of lost) await old(key);

  const client = await test.db.$client.connect();
  const found = await findObjectsWithoutRow(client, store);
  client.release();
  expect(found.map(({ key }) => key).toSorted()).toEqual(lost);
});
