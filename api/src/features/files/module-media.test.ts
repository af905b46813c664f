import { eq } from 'drizzle-orm';
import { files } from './schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { createFileLinks } from './links.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let author: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  author = await test.signedIn('solver');
});
afterAll(() => test.close());

/** Stores a video of ten bytes. */
async function video(visibility: 'public' | 'private'): Promise<string> {
  const id = newId();
  await test.ports.files.put(id, Buffer.from('0123456789'));
  const about = { name: 'tour.mp4', mimeType: 'video/mp4', size: 10, sha256: id, storageKey: id };
  const row = { ...about, id, ownerId: author.user.id, purpose: 'module-media', visibility, createdAt: new Date() } as const;
  await test.db.insert(files).values(row);
  return id;
}

const read = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('a video of a published module', () => {
  it('plays for everybody from anywhere in it, and is not kept for ever', async () => {
    const url = `/api/files/${await video('public')}`;
    const part = await read(url, { range: 'bytes=4-6' });
    expect([part.statusCode, part.body]).toEqual([206, '456']);
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=3600',
    });
  });
});

describe('a video of a module that is not published', () => {
  it('is not there for anybody, its author without a link included', async () => {
    const url = `/api/files/${await video('private')}`;
    const [plain, own] = [await read(url), await read(url, { ...author.headers })];
    expect([plain.statusCode, own.statusCode]).toEqual([404, 404]);
  });

  it('plays by a link, in parts', async () => {
    const links = await createFileLinks(test.db);
    const part = await read(links.linkTo(await video('private')), { range: 'bytes=-2' });
    expect([part.statusCode, part.body]).toEqual([206, '89']);
    expect(part.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
  });

  it('is gone for all when its module is taken out of the catalogue', async () => {
    const id = await video('public');
    await test.db.update(files).set({ visibility: 'private' }).where(eq(files.id, id));
    expect((await read(`/api/files/${id}`)).statusCode).toBe(404);
  });
});
