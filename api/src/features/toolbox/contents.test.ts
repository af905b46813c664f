import { eq } from 'drizzle-orm';
import type { ModuleStatus } from '@solvent/contracts';
import { moduleFigures, moduleReviews, modules } from '../../schema/index.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { buildModule, buildPurchase, MISSING_MODULE } from '../../testing/modules.ts';
import { sendVersion } from '../../testing/published-modules.ts';
import { goodZip, getModule, publish, zipPart } from '../../testing/publishing.ts';
import { buildRawZip, buildZip } from '../../testing/archives.ts';

const test = setUpTestApp();

describe('callers (product 6.7, 6.9)', () => {
  /** `buyer` bought the module while it was published. */
  const CALLERS = ['visitor', 'otherUser', 'buyer', 'author'] as const;
  type Caller = (typeof CALLERS)[number];

  let people: Record<Exclude<Caller, 'visitor'>, TestCaller>;
  beforeAll(async () => {
    people = {
      otherUser: await test.signedIn('solver'),
      buyer: await test.signedIn('seeker'),
      author: await test.signedIn('solver'),
    };
  });

  /** Builds a bought module with a review by the buyer. */
  async function buildBoughtModule(status: ModuleStatus): Promise<{ id: string; reviewId: string }> {
    const { id } = await buildModule(test, people.author, { priceCents: 1900 });
    await buildPurchase(test, id, people.buyer);
    const reviewId = newId();
    const review = { id: reviewId, moduleId: id, userId: people.buyer.user.id, rating: 4, text: 'Good.' };
    await test.db.insert(moduleReviews).values({ ...review, createdAt: new Date(), updatedAt: new Date() });
    await test.db.update(moduleFigures).set({ ratingTotal: 4, ratingCount: 1 }).where(eq(moduleFigures.moduleId, id));
    await test.db.update(modules).set({ status }).where(eq(modules.id, id));
    return { id, reviewId };
  }

  const createRequest =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => (as: TestCaller | undefined) =>
      test.request(method, url, { as, ...(payload && { payload }) });

  /** A valid request of each route. */
  const ROUTES: Record<string, (id: string, reviewId: string) => ReturnType<typeof createRequest>> = {
    'GET module': (id) => createRequest('GET', `/api/modules/${id}`),
    'GET related': (id) => createRequest('GET', `/api/modules/${id}/related`),
    'GET reviews': (id) => createRequest('GET', `/api/modules/${id}/reviews`),
    'GET download': (id) => createRequest('GET', `/api/modules/${id}/download`),
    'PUT save': (id) => createRequest('PUT', `/api/modules/${id}/save`),
    'DELETE save': (id) => createRequest('DELETE', `/api/modules/${id}/save`),
    'POST purchase': (id) => createRequest('POST', `/api/modules/${id}/purchase`, { license: 'standard' }),
    'POST review': (id) => createRequest('POST', `/api/modules/${id}/reviews`, { rating: 5, text: 'Fine.' }),
    'PUT answer': (id, reviewId) => createRequest('PUT', `/api/modules/${id}/reviews/${reviewId}/answer`, { text: 'Thanks.' }),
    'POST report': (id) => createRequest('POST', `/api/modules/${id}/reports`, {}),
  };

  /** Status for each caller, for published and hidden modules. */
  const EXPECTED: Record<string, { published: number[]; hidden: number[] }> = {
    'GET module': { published: [200, 200, 200, 200], hidden: [404, 404, 200, 200] },
    'GET related': { published: [200, 200, 200, 200], hidden: [404, 404, 200, 200] },
    'GET reviews': { published: [200, 200, 200, 200], hidden: [404, 404, 200, 200] },
    'GET download': { published: [401, 403, 200, 200], hidden: [404, 404, 200, 200] },
    'PUT save': { published: [401, 200, 200, 200], hidden: [401, 404, 200, 200] },
    'DELETE save': { published: [401, 200, 200, 200], hidden: [401, 404, 200, 200] },
    'POST purchase': { published: [401, 201, 200, 409], hidden: [401, 404, 200, 409] },
    'POST review': { published: [401, 403, 200, 409], hidden: [401, 404, 200, 409] },
    'PUT answer': { published: [401, 403, 403, 200], hidden: [401, 404, 403, 200] },
    'POST report': { published: [201, 201, 201, 409], hidden: [404, 404, 201, 409] },
  };

  /** A module that was deleted after a purchase is visible only to its buyer. */
  const DELETED = Object.fromEntries(
    Object.entries(EXPECTED).map(([route, { hidden }]) => [route, [...hidden.slice(0, 3), 404]]),
  );

  const getCaller = (caller: Caller) => (caller === 'visitor' ? undefined : people[caller]);
  const rows = Object.entries(EXPECTED).flatMap(([route, { published, hidden }]) => [
    { route, status: 'published' as const, expected: published },
    { route, status: 'unpublished' as const, expected: hidden },
    ...(route === 'GET module' ? (['in-review', 'rejected'] as const) : []).map((status) => ({
      route,
      status,
      expected: hidden,
    })),
  ]);

  it.each(rows)('$route of a module that is $status', async ({ route, status, expected }) => {
    const request = ROUTES[route];
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      const { id, reviewId } = await buildBoughtModule(status);
      statuses.push((await request?.(id, reviewId)(getCaller(caller)))?.status ?? 0);
    }
    expect(statuses).toEqual(expected);
  });

  it.each(Object.keys(ROUTES))('%s of a module that was bought and deleted', async (route) => {
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      const { id, reviewId } = await buildBoughtModule('unpublished');
      await test.db.update(modules).set({ deletedAt: new Date() }).where(eq(modules.id, id));
      statuses.push((await ROUTES[route]?.(id, reviewId)(getCaller(caller)))?.status ?? 0);
    }
    expect(statuses).toEqual(DELETED[route]);
  });

  it.each(Object.keys(ROUTES))('%s of a missing module', async (route) => {
    const isOpen = EXPECTED[route]?.published[0] !== 401 || route === 'GET download';
    for (const missing of [MISSING_MODULE, 'no-such-module', 'x'.repeat(200), "a' OR 1=1 --", '%00']) {
      const send = ROUTES[route]?.(encodeURIComponent(missing), MISSING_MODULE);
      expect([missing, (await send?.(undefined))?.status]).toEqual([missing, isOpen ? 404 : 401]);
      expect([missing, (await send?.(people.otherUser))?.status]).toEqual([missing, 404]);
    }
  });
});

describe('contents of archives (product 2.46, 7.18)', () => {
  const author = setUp(() => test.signedIn('solver'));
  const otherUser = setUp(() => test.signedIn('seeker'));

  const listFiles = (idOrSlug: string, as?: TestCaller) => test.request('GET', `/api/modules/${idOrSlug}/files`, { as });

  describe('GET /api/modules/:id/files', () => {
    it('lists the files of an archive with their sizes, also of a paid module', async () => {
      const paths = { 'src/': '', 'src/index.ts': 'export {};', 'README.md': '# Maps', 'src/a/': '', 'src/a/b.ts': 'ab' };
      const zip = buildRawZip(Object.entries(paths).map(([path, content]) => ({ path, content, method: 0 })));
      const { id, slug } = getModule(await publish(test, author, { title: 'Maps with files' }, [zipPart(zip)]));
      const expected = {
        status: true,
        version: '1.0.0',
        files: [
          { path: 'README.md', size: 6 },
          { path: 'src/a/b.ts', size: 2 },
          { path: 'src/index.ts', size: 10 },
        ],
      };
      for (const as of [undefined, otherUser, author]) expect((await listFiles(id, as)).body).toEqual(expected);
      expect((await listFiles(slug)).body).toEqual(expected);
      await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));
      for (const as of [undefined, otherUser]) expect((await listFiles(id, as)).status).toBe(404);
      expect((await listFiles(id, author)).body).toEqual(expected);
      expect((await listFiles('no-such-module')).status).toBe(404);
    });

    it('lists all files of the latest version', async () => {
      const { id } = getModule(await publish(test, author, { title: 'Grows a file' }));
      await listFiles(id);
      const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`src/${at}.ts`, 'x']));
      await sendVersion(test, author, id, '1.1.0', { zip: await buildZip(many) });
      expect((await listFiles(id)).body).toMatchObject({ version: '1.1.0', files: { length: 500 } });
    });
  });

  describe('GET /api/modules/:id/archive.zip', () => {
    const fetchArchive = (id: string) => test.app.inject(`/api/modules/${id}/archive.zip`);

    it('serves a free module without an access header, and counts a visitor’s download', async () => {
      const zip = await goodZip('export const free = true;');
      const { id } = getModule(await publish(test, author, { title: 'Free to install', price: 'free' }, [zipPart(zip)]));
      const response = await fetchArchive(id);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(zip)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="free-to-install-1.0.0.zip"',
      });
      await fetchArchive(id);
      expect(await test.db.select().from(moduleFigures).where(eq(moduleFigures.moduleId, id))).toMatchObject([{ downloads: 1 }]);
    });

    it('does not serve paid or unpublished modules, even to their author', async () => {
      const paid = await buildModule(test, author, { priceCents: 1900 });
      expect((await fetchArchive(paid.id)).statusCode).toBe(401);
      const signedIn = { url: `/api/modules/${paid.id}/archive.zip`, headers: author.headers };
      expect((await test.app.inject(signedIn)).statusCode).toBe(401);
      const hidden = await buildModule(test, author, { status: 'unpublished' });
      expect((await fetchArchive(hidden.id)).statusCode).toBe(404);
    });
  });
});
