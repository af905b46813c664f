import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { checkArchive } from '../../../api/src/features/toolbox/archives/check-archive.ts';
import { readConfig } from '../../../api/src/platform/config/config.ts';
import { files, modules, users } from '../../../api/src/schema/index.ts';
import { createFiles } from '../../../api/src/platform/objects/files.ts';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

let bucket: TestBucket;
let test: TestApp;
beforeAll(async () => {
  bucket = await openTestBucket();
  test = await createTestApp({ ports: { files: createFiles(readConfig({ FILES_URL: bucket.url })) } });
  await seedDemo(test.ports);
});
afterAll(async () => {
  await test.close();
  await bucket.close();
});

const requestPicture = (headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'GET',
    url: '/api/modules/dark-mode/download',
    headers: { 'x-app-key': test.config.appKey, ...headers },
  });

describe('the demo data in a bucket', () => {
  it('shows every picture at the address that pages use, those of lists small', async () => {
    const pictures = await test.db.select().from(files).where(eq(files.visibility, 'public'));
    const people = await test.db.select({ url: users.image }).from(users);
    const previews = await test.db.select({ url: modules.previewImage }).from(modules);
    const inLists = new Set([...people, ...previews].map(({ url }) => url));
    expect(pictures.filter(({ id }) => inLists.has(`/api/files/${id}`))).toHaveLength(inLists.size);
    const large: string[] = [];
    for (const { id, sha256 } of pictures) {
      const { rawPayload, headers } = await test.app.inject({ method: 'GET', url: `/api/files/${id}` });
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
      expect(headers['content-type']).toBe('image/webp');
      if (inLists.has(`/api/files/${id}`) && rawPayload.length > 8192) large.push(id);
    }
    expect(large).toEqual([]);
  });

  it('hands out modules, whole and in parts', async () => {
    const whole = await requestPicture();
    expect(whole.statusCode).toBe(200);
    expect(createHash('sha256').update(whole.rawPayload).digest('hex')).toBe(String(whole.headers.etag).slice(1, -1));
    const part = await requestPicture({ range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
  });

  it('holds archives that are checked where they lie', async () => {
    const [archive] = await test.db.select().from(files).where(eq(files.name, 'auth-kit-1.0.0.zip'));
    expect(await checkArchive(test.ports.files, { key: archive?.storageKey ?? '', size: archive?.size ?? 0 })).toMatchObject({
      findings: [],
    });
  });

  it('is an honest error while the bucket is gone, and there again afterwards', async () => {
    await bucket.takeAway();
    const gone = await requestPicture();
    await bucket.bringBack();
    const message = 'Files are not available just now. Please try again in a moment.';
    expect(gone.json()).toMatchObject({ code: 'unavailable', message });
    expect((await requestPicture()).statusCode).toBe(200);
  });
});
