import { files } from './schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const CONTENT = Buffer.from('a picture, as it were');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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
