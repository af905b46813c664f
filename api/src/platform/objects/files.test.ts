import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ObjectStoreError } from '@solvent/object-store';
import { openTestBucket } from '@solvent/object-store/testing';
import { temporaryFolder } from '../../testing/server-process.ts';
import { readConfig } from '../config/config.ts';
import { createFiles, storeFailure } from './files.ts';

it('stores files beside the embedded database, in a folder that the first one creates', async () => {
  const { path, remove } = temporaryFolder();
  const store = createFiles(readConfig({ DATA_DIR: path }));
  expect(await readdir(path)).toEqual([]);
  await store.put('avatars/a.webp', 'a');
  expect(await readdir(join(path, 'files', 'avatars'))).toEqual(['a.webp']);
  remove();
});

it('reports an unreachable bucket as an error, not as a missing file, until it is available again', async () => {
  const { url, close, takeAway, bringBack } = await openTestBucket();
  const store = createFiles(readConfig({ FILES_URL: url }));
  await store.put('a', Buffer.from('a'));
  await takeAway();
  const error = { statusCode: 503, message: 'Files are not available just now. Please try again in a moment.' };
  await expect(store.read('a')).rejects.toMatchObject({ ...error, cause: { message: expect.stringContaining('ECONNREFUSED') } });
  await expect(store.put('b', Buffer.from('b'))).rejects.toMatchObject(error);
  await expect(store.put('b', Readable.from(['b']))).rejects.toMatchObject(error);
  await expect(store.delete('a')).rejects.toMatchObject(error);
  await expect(store.list('')).rejects.toMatchObject(error);
  await bringBack();
  const content = await store.read('a');
  expect(content && (await text(content))).toBe('a');
  expect(await store.read('b')).toBeUndefined();
  await close();
});

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])('maps a disk that accepts no writes (%s) to a 507 (product 11.2)', (code) => {
  const cause = new ObjectStoreError('a', { cause: Object.assign(new Error('b'), { code }) });
  expect(storeFailure(cause)).toMatchObject({
    statusCode: 507,
    message: 'There is no space left for files at the moment. Please try again later.',
    retryAfter: 60,
    cause,
  });
});

it('maps other failures of a folder to a 503, like those of a bucket', async () => {
  const { path, remove } = temporaryFolder();
  writeFileSync(join(path, 'files'), 'a file instead of the folder');
  await expect(createFiles(readConfig({ DATA_DIR: path })).put('a', 'a')).rejects.toMatchObject({ statusCode: 503 });
  remove();
});
