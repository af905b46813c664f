import { gunzipSync } from 'node:zlib';
import { buildModule } from '../../testing/modules.ts';
import { buildProblem } from '../../testing/problems.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';

const ORIGIN = 'https://solvent.example';
const EARLIER = new Date('2026-02-01T10:00:00Z');
const LATER = new Date('2026-03-01T10:00:00.123Z');

const test = setUpTestApp({ config: { publicUrl: ORIGIN } });

/** Files are cached for about an hour, so each test runs two hours after the previous one. */
const TWO_HOURS = 7_200_000;
const now = Date.now;
let elapsedMs = 0;
function advanceTime(): void {
  elapsedMs += TWO_HOURS;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + elapsedMs);
}
beforeEach(advanceTime);
afterEach(() => jest.restoreAllMocks());

async function fetchFile(path: string): Promise<string> {
  const { statusCode, body, headers } = await test.app.inject(path);
  expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  return body;
}

/** The paths in a file with their modification times. */
async function readEntries(path: string): Promise<[path: string, changedAt: string | undefined][]> {
  const entries = (await fetchFile(path)).matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g);
  return Array.from(entries, ([, address = '', changedAt]) => {
    expect(address.startsWith(`${ORIGIN}/`)).toBe(true);
    return [address.slice(ORIGIN.length), changedAt];
  });
}

const readPaths = async (path: string) => (await readEntries(path)).map(([address]) => address);

describe('the sitemap (product 7.14)', () => {
  it('lists static pages, and no empty files', async () => {
    expect(await readPaths('/sitemap.xml')).toEqual(['/sitemaps/pages-1.xml']);
    expect(await readPaths('/sitemaps/pages-1.xml')).toEqual([
      '/home',
      '/problems',
      '/toolbox',
      '/terms',
      '/privacy',
      '/contact',
    ]);
  });

  it('lists problems that are not closed, with their modification times', async () => {
    const { id: userId } = await test.user();
    const open = await buildProblem(test.db, userId, { updatedAt: EARLIER });
    const solved = await buildProblem(test.db, userId, { updatedAt: LATER, status: 'solved' });
    await buildProblem(test.db, userId, { status: 'closed' });
    expect(await readEntries('/sitemaps/problems-1.xml')).toEqual([
      [`/problems/${open.id}`, '2026-02-01T10:00:00Z'],
      [`/problems/${solved.id}`, '2026-03-01T10:00:00Z'],
    ]);
  });

  it('lists published modules by their slugs', async () => {
    const author = await test.signedIn('seeker');
    const { slug } = await buildModule(test, author, { updatedAt: EARLIER });
    for (const status of ['in-review', 'rejected', 'unpublished'] as const) await buildModule(test, author, { status });
    expect(await readEntries('/sitemaps/modules-1.xml')).toEqual([[`/toolbox/${slug}`, '2026-02-01T10:00:00Z']]);
  });

  it('lists solvers and authors, and no deleted accounts', async () => {
    const listed = [await test.user({ role: 'solver' }), await test.user(), (await test.signedIn('seeker')).user];
    const [, poster, author] = listed;
    const hider = await test.signedIn('seeker');
    const departed = await test.user({ role: 'solver', deletedAt: new Date() });
    await buildProblem(test.db, poster?.id ?? '');
    await buildModule(test, { ...hider, user: author ?? hider.user });
    await buildProblem(test.db, hider.user.id, { status: 'closed' });
    await buildModule(test, hider, { status: 'unpublished' });
    await buildProblem(test.db, departed.id);
    const paths = await readPaths('/sitemaps/profiles-1.xml');
    expect(paths).toEqual(expect.arrayContaining(listed.map(({ id }) => `/profile/${id}`)));
    for (const { id } of [hider.user, departed]) expect(paths).not.toContain(`/profile/${id}`);
  });

  it('has an index of its files with their modification times', async () => {
    expect(await fetchFile('/sitemap.xml')).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
    );
    expect(await readEntries('/sitemap.xml')).toEqual([
      ['/sitemaps/pages-1.xml', undefined],
      ['/sitemaps/problems-1.xml', expect.stringMatching(/^2026-03-01T10:00:00Z$/)],
      ['/sitemaps/modules-1.xml', expect.stringMatching(/Z$/)],
      ['/sitemaps/profiles-1.xml', undefined],
    ]);
  });

  it('is cached for ten minutes', async () => {
    const before = await readPaths('/sitemaps/profiles-1.xml');
    const { id } = await test.user({ role: 'solver' });
    expect(await readPaths('/sitemaps/profiles-1.xml')).toEqual(before);
    advanceTime();
    expect(await readPaths('/sitemaps/profiles-1.xml')).toEqual([...before, `/profile/${id}`]);
  });

  it('is compressed for clients that accept it, and cacheable for ten minutes', async () => {
    const url = '/sitemaps/profiles-1.xml';
    const { headers, rawPayload } = await test.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(String(gunzipSync(rawPayload))).toBe(await fetchFile(url));
  });

  it.each(['problems-2.xml', 'problems-0.xml', 'pages-2.xml', 'users-1.xml', 'constructor-1.xml', 'problems.xml', '%00'])(
    'has no file %s: 404',
    async (file) => {
      expect((await test.app.inject(`/sitemaps/${file}`)).statusCode).toBe(404);
    },
  );
});

describe('without PUBLIC_URL', () => {
  it('URLs have the requested host, escaped; requests are limited to 60 per minute', async () => {
    const limited = await createTestApp({ config: { rateLimitFactor: 1 / 60 } });
    try {
      const headers = { host: "it's.example:81" };
      const get = () => limited.app.inject({ url: '/sitemaps/pages-1.xml', headers });
      expect((await get()).body).toContain('<loc>http://it&#39;s.example:81/home</loc>');
      expect((await get()).statusCode).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
