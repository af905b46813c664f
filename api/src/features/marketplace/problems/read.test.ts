import type { CategoryCount } from '@solvent/contracts';
import { CATEGORIES } from '@solvent/contracts';
import { eq, sql } from 'drizzle-orm';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';
import { problemViewers } from '../../../schema/index.ts';
import { deleteExpiredViewers } from './viewers.ts';

const test = setUpTestApp();
const seeker = setUp(() => test.signedIn('seeker', { name: 'Maya' }));

/** Reads the problem, and returns its view count. */
async function readViews(id: string, as?: TestCaller): Promise<number> {
  const { body } = await test.request('GET', `/api/problems/${id}`, { as });
  const { viewCount } = body['problem'] as { viewCount: number };
  return viewCount;
}

/** Retries, because views are counted after the response. */
async function waitForViews(id: string, count: number, as: TestCaller): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const views = await readViews(id, as);
    if (views >= count) return views;
  }
  throw new Error(`The view count did not reach ${count}`);
}

describe('GET /api/problems/:id (product 3.7, 4.28)', () => {
  it('returns the whole problem to visitors, even if it is closed', async () => {
    const row = await buildProblem(test.db, seeker.user.id, {
      body: 'First **bold**, then `code`, and a lot of text.',
      status: 'closed',
    });
    const { status, body } = await test.request('GET', `/api/problems/${row.id}`);
    expect(status).toBe(200);
    const user = { _id: seeker.user.id, name: 'Maya', image: null };
    expect(body['problem']).toMatchObject({
      _id: row.id,
      title: row.title,
      description: 'First bold, then code, and a lot of text.',
      body: 'First **bold**, then `code`, and a lot of text.',
      status: 'closed',
      viewCount: 0,
      user,
      posterRating: { rating: null, ratingCount: 0 },
      timeline: [{ event: 'posted', person: user, at: row.createdAt.toISOString(), times: 1 }],
    });
  });

  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const viewWith = (id: string, agent: string, method: 'GET' | 'HEAD' = 'GET') =>
    test.request(method, `/api/problems/${id}`, { headers: { 'user-agent': agent } });

  it('counts each viewer once, but neither the poster nor robots', async () => {
    const { id } = await buildProblem(test.db, seeker.user.id);
    const solver = await test.signedIn('solver');
    await readViews(id, seeker);
    await viewWith(id, CRAWLER);
    for (let view = 0; view < 3; view += 1) await readViews(id, solver);
    expect(await waitForViews(id, 1, seeker)).toBe(1);
    for (let view = 0; view < 3; view += 1) await viewWith(id, CHROME);
    await readViews(id, await test.signedIn('solver'));
    expect(await waitForViews(id, 3, seeker)).toBe(3);
    // The last viewer is counted last. Pages rendered with the problem send a HEAD.
    await viewWith(id, CHROME.replace('140', '141'), 'HEAD');
    expect(await waitForViews(id, 4, seeker)).toBe(4);
  });

  it('stores no identities, and deletes visitors after a day', async () => {
    const { id } = await buildProblem(test.db, seeker.user.id);
    const solver = await test.signedIn('solver');
    await readViews(id, solver);
    await viewWith(id, CHROME);
    await waitForViews(id, 2, seeker);
    const stored = await test.db.select().from(problemViewers).where(eq(problemViewers.problemId, id));
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${solver.user.id}|127\\.0\\.0|Chrome`));
    await test.db.update(problemViewers).set({ forgottenAt: sql`${problemViewers.forgottenAt} - interval '1 day'` });
    await deleteExpiredViewers(test.db);
    expect(await test.db.$count(problemViewers, eq(problemViewers.problemId, id))).toBe(1);
  });

  it.each(['01a1fc95-ef6f-7d45-9534-3c29a6ff569d', 'nothing', '%00', "1' OR '1'='1"])('returns 404 for %s', async (id) => {
    const { status, body } = await test.request('GET', `/api/problems/${encodeURIComponent(id)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ status: false, code: 'not_found' });
  });
});

describe('GET /api/problems/categories (product 2.47, 3.21)', () => {
  const separate = setUpTestApp();
  beforeAll(async () => {
    const { id } = await separate.user();
    const add = (given: Parameters<typeof buildProblem>[2]) => buildProblem(separate.db, id, given);
    await add({ category: 'ai-ml', title: 'A socket that closes', tags: ['Go', 'Redis'] });
    await add({ category: 'ai-ml', status: 'solved', budget: 900 });
    await add({ category: 'ai-ml', status: 'closed' });
    await add({ category: 'ai-ml', budget: 5000, title: 'Another socket' });
    await add({ category: 'cloud', status: 'in-progress', tags: ['Redis'] });
  });

  async function countCategories(query: string): Promise<CategoryCount[]> {
    const { status, body } = await separate.request('GET', `/api/problems/categories?${query}`);
    expect(status).toBe(200);
    return body['categories'] as CategoryCount[];
  }

  it.each([
    ['', { 'ai-ml': 3, cloud: 1 }],
    ['price_min=0&price_max=1000', { 'ai-ml': 2, cloud: 1 }],
    ['status=open', { 'ai-ml': 2 }],
    ['status=closed', { 'ai-ml': 1 }],
    ['tags=redis', { 'ai-ml': 1, cloud: 1 }],
    ['search=socket', { 'ai-ml': 2 }],
    ['search=socket&price_max=1000', { 'ai-ml': 1 }],
    ['search=the', { 'ai-ml': 3, cloud: 1 }],
  ])('with ?%s returns all thirteen in order, with the totals of their lists', async (query, found) => {
    const categories = await countCategories(query);
    expect(categories.map(({ value, label }) => [value, label])).toEqual(Object.entries(CATEGORIES));
    expect(Object.fromEntries(categories.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))).toEqual(
      found,
    );
    for (const { value, count } of categories) {
      expect((await listProblems(separate, `${query}&category=${value}`)).body['total']).toBe(count);
    }
  });

  it('rejects a category, an order and a page', async () => {
    for (const query of ['category=cloud', 'sort=bids', 'page=2'])
      expect((await separate.request('GET', `/api/problems/categories?${query}`)).status).toBe(422);
  });
});
