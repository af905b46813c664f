import { gunzipSync } from 'node:zlib';
import { buildModule } from '../../../testing/modules.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const ORIGIN = 'https://solvent.example';
const EARLIER = new Date('2026-02-01T10:00:00Z');
const LATER = new Date('2026-03-01T10:00:00.123Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: ORIGIN } });
});
afterAll(() => test.close());

/** What is told is kept for an hour or so: each test asks two hours after the one before. */
const TWO_HOURS = 7_200_000;
const now = Date.now;
let passed = 0;
function later(): void {
  passed += TWO_HOURS;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
}
beforeEach(later);
afterEach(() => jest.restoreAllMocks());

async function read(path: string): Promise<string> {
  const { statusCode, body, headers } = await test.app.inject(path);
  expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  return body;
}

/** The addresses in a file, each with the time that stands beside it. */
async function listedIn(path: string): Promise<[path: string, changedAt: string | undefined][]> {
  const entries = (await read(path)).matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g);
  return Array.from(entries, ([, address = '', changedAt]) => {
    expect(address.startsWith(`${ORIGIN}/`)).toBe(true);
    return [address.slice(ORIGIN.length), changedAt];
  });
}

const pathsIn = async (path: string) => (await listedIn(path)).map(([address]) => address);

describe('the sitemap (product 7.14)', () => {
  it('lists the pages that are always there, and no file that would list nothing', async () => {
    expect(await pathsIn('/sitemap.xml')).toEqual(['/sitemaps/pages-1.xml']);
    expect(await pathsIn('/sitemaps/pages-1.xml')).toEqual(['/home', '/problems', '/toolbox', '/terms', '/privacy', '/contact']);
  });

  it('lists problems that are not closed, with when they last changed', async () => {
    const { id: userId } = await test.user();
    const open = await buildProblem(test.db, userId, { updatedAt: EARLIER });
    const solved = await buildProblem(test.db, userId, { updatedAt: LATER, status: 'solved' });
    await buildProblem(test.db, userId, { status: 'closed' });
    expect(await listedIn('/sitemaps/problems-1.xml')).toEqual([
      [`/problems/${open.id}`, '2026-02-01T10:00:00Z'],
      [`/problems/${solved.id}`, '2026-03-01T10:00:00Z'],
    ]);
  });

  it('lists published modules by their slugs', async () => {
    const author = await test.signedIn('seeker');
    const { slug } = await buildModule(test, author, { updatedAt: EARLIER });
    for (const status of ['in-review', 'rejected', 'unpublished'] as const) await buildModule(test, author, { status });
    expect(await listedIn('/sitemaps/modules-1.xml')).toEqual([[`/toolbox/${slug}`, '2026-02-01T10:00:00Z']]);
  });

  it('lists people who solve, or have something to show, and nobody who left', async () => {
    const shown = [await test.user({ role: 'solver' }), await test.user(), (await test.signedIn('seeker')).user];
    const [, poster, author] = shown;
    const hider = await test.signedIn('seeker');
    const left = await test.user({ role: 'solver', deletedAt: new Date() });
    await buildProblem(test.db, poster?.id ?? '');
    await buildModule(test, { ...hider, user: author ?? hider.user });
    await buildProblem(test.db, hider.user.id, { status: 'closed' });
    await buildModule(test, hider, { status: 'unpublished' });
    await buildProblem(test.db, left.id);
    const paths = await pathsIn('/sitemaps/profiles-1.xml');
    expect(paths).toEqual(expect.arrayContaining(shown.map(({ id }) => `/profile/${id}`)));
    for (const { id } of [hider.user, left]) expect(paths).not.toContain(`/profile/${id}`);
  });

  it('names its files in an index, and when each last changed', async () => {
    expect(await read('/sitemap.xml')).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
    );
    expect(await listedIn('/sitemap.xml')).toEqual([
      ['/sitemaps/pages-1.xml', undefined],
      ['/sitemaps/problems-1.xml', expect.stringMatching(/^2026-03-01T10:00:00Z$/)],
      ['/sitemaps/modules-1.xml', expect.stringMatching(/Z$/)],
      ['/sitemaps/profiles-1.xml', undefined],
    ]);
  });

  it('is kept for ten minutes, and then found anew', async () => {
    const before = await pathsIn('/sitemaps/profiles-1.xml');
    const { id } = await test.user({ role: 'solver' });
    expect(await pathsIn('/sitemaps/profiles-1.xml')).toEqual(before);
    later();
    expect(await pathsIn('/sitemaps/profiles-1.xml')).toEqual([...before, `/profile/${id}`]);
  });

  it('is sent compressed to who takes it so, and may be kept for ten minutes', async () => {
    const url = '/sitemaps/profiles-1.xml';
    const { headers, rawPayload } = await test.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(String(gunzipSync(rawPayload))).toBe(await read(url));
  });

  it.each(['problems-2.xml', 'problems-0.xml', 'pages-2.xml', 'users-1.xml', 'constructor-1.xml', 'problems.xml', '%00'])(
    'has no file %s: 404',
    async (file) => {
      expect((await test.app.inject(`/sitemaps/${file}`)).statusCode).toBe(404);
    },
  );
});

describe('where no setting names the site', () => {
  it('addresses begin where they were asked for; nothing of that is markup. More than 60 files a minute are refused', async () => {
    const asked = await createTestApp({ config: { rateLimitFactor: 1 / 60 } });
    try {
      const headers = { host: "it's.example:81" };
      const ask = () => asked.app.inject({ url: '/sitemaps/pages-1.xml', headers });
      expect((await ask()).body).toContain('<loc>http://it&#39;s.example:81/home</loc>');
      expect((await ask()).statusCode).toBe(429);
    } finally {
      await asked.close();
    }
  });
});
