import { eq } from 'drizzle-orm';
import { files } from './schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { sendFile } from '../../testing/message-file.ts';
import type { SentFile } from '../../testing/message-file.ts';
import { newId } from '../../platform/db/new-id.ts';
import { createFileLinks } from './links.ts';
import type { TestCaller } from '../../testing/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('public files (product 11.15)', () => {
  const CONTENT = Buffer.from('a picture, as it were');

  async function addFile(given: Partial<typeof files.$inferInsert> = {}): Promise<string> {
    await test.ports.files.put('public/a.webp', CONTENT);
    const values = {
      name: 'a.webp',
      mimeType: 'image/webp',
      size: CONTENT.length,
      sha256: 'ab12',
      storageKey: 'public/a.webp',
      visibility: 'public' as const,
    };
    const [row] = await test.db
      .insert(files)
      .values({ ...values, createdAt: new Date(), ...given })
      .returning();
    return row?.id ?? '';
  }

  const get = (id: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url: `/api/files/${id}`, headers });

  describe('GET /api/files/:id', () => {
    it('streams a public picture to anybody, as a link in a page asks for it', async () => {
      const answer = await get(await addFile());
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(CONTENT)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(CONTENT.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: '"ab12"',
      });
    });

    it('does not send again what the browser has', async () => {
      const answer = await get(await addFile(), { 'if-none-match': '"ab12"' });
      expect(answer.statusCode).toBe(304);
      expect(answer.rawPayload).toHaveLength(0);
    });

    it('answers HEAD without the content', async () => {
      const answer = await test.app.inject({ method: 'HEAD', url: `/api/files/${await addFile()}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-length']).toBe(String(CONTENT.length));
      expect(answer.rawPayload).toHaveLength(0);
    });

    it('hides a private file', async () => {
      expect((await get(await addFile({ visibility: 'private' }))).statusCode).toBe(404);
    });

    it('answers 404, which nobody keeps, where the content is gone', async () => {
      const answer = await get(await addFile({ storageKey: 'public/gone.webp' }));
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['etag']).toBeUndefined();
    });

    it.each(['01a1fc95-ef6f-7d45-9534-3c29a6ff569d', 'nothing', '..%2f..%2fserver.lock'])('answers 404 for %s', async (id) => {
      const answer = await get(id);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ status: false, code: 'not_found' });
    });
  });
});

describe('parts of files (product 11.15)', () => {
  let url: string;
  beforeAll(async () => {
    const { file }: SentFile = await sendFile(test, '0123456789');
    ({ url } = file);
  });

  const read = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => test.app.inject({ method, url, headers });

  describe('GET /api/files/:id in parts', () => {
    it.each([
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-30', '0123456789', 'bytes 0-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
      ['Bytes= 9-9', '9', 'bytes 9-9/10'],
    ])('%s: 206 with %j', async (range, content, contentRange) => {
      const answer = await read({ range });
      expect([answer.statusCode, answer.body]).toEqual([206, content]);
      expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(content.length) });
      expect(answer.headers['content-disposition']).toBe('attachment; filename=a.txt');
    });

    it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s: 416 with the size', async (range) => {
      const answer = await read({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe('bytes */10');
      expect(answer.json()).toEqual({
        status: false,
        code: 'out_of_range',
        message: 'This file has 10 bytes: there is nothing in that range.',
      });
    });

    it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=0-1,5-2', 'bytes=0 -3', 'lines=0-1', 'bytes=a-b'])(
      '%s: all of it',
      async (range) => {
        const answer = await read({ range });
        expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
      },
    );

    it('gives all of it to who has a part of another content', async () => {
      const { etag } = (await read({})).headers;
      expect((await read({ range: 'bytes=0-3', 'if-range': String(etag) })).body).toBe('0123');
      expect((await read({ range: 'bytes=0-3', 'if-range': '"another"' })).body).toBe('0123456789');
    });

    it('answers HEAD with the size of all of it', async () => {
      const answer = await read({ range: 'bytes=0-3' }, 'HEAD');
      expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '10']);
    });
  });
});

describe('media of modules', () => {
  let author: TestCaller;
  beforeAll(async () => {
    author = await test.signedIn('solver');
  });

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
});
