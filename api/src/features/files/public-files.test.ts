import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendFile } from '../../testing/message-file.ts';
import { createFileLinks } from './links.ts';
import { storeUpload } from '../../testing/uploads.ts';

const test = setUpTestApp();
const author = setUp(() => test.signedIn('solver'));

type Given = Parameters<typeof storeUpload>[2];
const addPicture = (given: Given = {}) =>
  storeUpload(test, author, { mimeType: 'image/webp', purpose: 'avatar', visibility: 'public', sha256: 'ab12', ...given });
const fetchUrl = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url, headers });
const get = (id: string, headers: Record<string, string> = {}) => fetchUrl(`/api/files/${id}`, headers);

describe('GET /api/files/:id (product 11.15)', () => {
  it('streams a public picture without a session, and responds with 304 to a current copy', async () => {
    const id = await addPicture();
    const response = await get(id);
    expect([response.statusCode, response.body]).toEqual([200, 'content']);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '7',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: '"ab12"',
    });
    const again = await get(id, { 'if-none-match': '"ab12"' });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('responds with an uncached 404 if the content is missing', async () => {
    const { statusCode, headers } = await get(await addPicture({ storageKey: 'public/gone.webp' }));
    expect([statusCode, headers['cache-control'], headers['etag']]).toEqual([404, 'no-store', undefined]);
  });

  it.each(['01a1fc95-ef6f-7d45-9534-3c29a6ff569d', 'nothing', '..%2f..%2fserver.lock'])(
    'responds with 404 for %s',
    async (id) => {
      const response = await get(id);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ status: false, code: 'not_found' });
    },
  );
});

describe('GET /api/files/:id with a range (product 11.15)', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = (await sendFile(test, '0123456789')).file);
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['Bytes= 9-9', '9', 'bytes 9-9/10'],
  ])('%s: 206 with %j', async (range, content, contentRange) => {
    const response = await fetchUrl(url, { range });
    expect([response.statusCode, response.body]).toEqual([206, content]);
    expect(response.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(content.length) });
    expect(response.headers['content-disposition']).toBe('attachment; filename=a.txt');
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s: 416 with the size', async (range) => {
    const response = await fetchUrl(url, { range });
    expect([response.statusCode, response.headers['content-range']]).toEqual([416, 'bytes */10']);
    const message = 'The requested range is outside this file, which has 10 bytes.';
    expect(response.json()).toEqual({ status: false, code: 'out_of_range', message });
  });

  it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=0-1,5-2', 'bytes=0 -3', 'lines=0-1', 'bytes=a-b'])(
    '%s: the whole file',
    async (range) => {
      const response = await fetchUrl(url, { range });
      expect([response.statusCode, response.body]).toEqual([200, '0123456789']);
    },
  );

  it('sends the whole file if the client has a part of other content, and the whole size to HEAD', async () => {
    const { etag } = (await fetchUrl(url)).headers;
    expect((await fetchUrl(url, { range: 'bytes=0-3', 'if-range': String(etag) })).body).toBe('0123');
    expect((await fetchUrl(url, { range: 'bytes=0-3', 'if-range': '"another"' })).body).toBe('0123456789');
    const response = await fetchUrl(url, { range: 'bytes=0-3' }, 'HEAD');
    expect([response.statusCode, response.headers['content-length'], response.body]).toEqual([200, '10', '']);
  });
});

describe('a video of a module', () => {
  const addVideo = (visibility: 'public' | 'private') =>
    storeUpload(test, author, { mimeType: 'video/mp4', purpose: 'module-media', visibility });

  it('supports ranges when public, and is cached for a limited time', async () => {
    const part = await get(await addVideo('public'), { range: 'bytes=4-6' });
    expect([part.statusCode, part.body]).toEqual([206, 'ent']);
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('needs a link when private, also for its author', async () => {
    const id = await addVideo('private');
    const [plain, own] = [await get(id), await get(id, { ...author.headers })];
    expect([plain.statusCode, own.statusCode]).toEqual([404, 404]);
    const links = await createFileLinks(test.db);
    const part = await fetchUrl(links.linkTo(id), { range: 'bytes=-2' });
    expect([part.statusCode, part.body]).toEqual([206, 'nt']);
    expect(part.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
  });
});
