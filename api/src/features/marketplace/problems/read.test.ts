import type { CategoryCount } from '@solvent/contracts';
import { CATEGORIES } from '@solvent/contracts';
import { eq, sql } from 'drizzle-orm';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';
import { problemViewers } from '../schema.ts';
import { deleteExpiredViewers } from './viewers.ts';

let test: TestApp;
let seeker: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
});
afterAll(() => test.close());

/** How often the problem was read, as its page says it. */
async function viewsOf(id: string, as?: TestCaller): Promise<number> {
  const { body } = await test.request('GET', `/api/problems/${id}`, { as });
  const { viewCount } = body['problem'] as { viewCount: number };
  return viewCount;
}

/** Asks until the count is this high: readers are counted after their answer is out. */
async function viewsReach(id: string, count: number, as: TestCaller): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const views = await viewsOf(id, as);
    if (views >= count) return views;
  }
  throw new Error(`Nobody counted ${count} readers`);
}

describe('GET /api/problems/:id (product 3.7, 4.28)', () => {
  it('answers all of a problem to anybody who has its link, also when it is closed', async () => {
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
  const lookWith = (id: string, agent: string, method: 'GET' | 'HEAD' = 'GET') =>
    test.request(method, `/api/problems/${id}`, { headers: { 'user-agent': agent } });

  it('counts people, each once; neither the poster nor a robot', async () => {
    const { id } = await buildProblem(test.db, seeker.user.id);
    const solver = await test.signedIn('solver');
    await viewsOf(id, seeker);
    await lookWith(id, CRAWLER);
    for (let look = 0; look < 3; look += 1) await viewsOf(id, solver);
    expect(await viewsReach(id, 1, seeker)).toBe(1);
    for (let look = 0; look < 3; look += 1) await lookWith(id, CHROME);
    await viewsOf(id, await test.signedIn('solver'));
    expect(await viewsReach(id, 3, seeker)).toBe(3);
    // Whoever looked last is counted last; a page that has the problem in it says so by a HEAD.
    await lookWith(id, CHROME.replace('140', '141'), 'HEAD');
    expect(await viewsReach(id, 4, seeker)).toBe(4);
  });

  it('keeps nobody in the clear, and of the signed-out nothing beyond the day', async () => {
    const { id } = await buildProblem(test.db, seeker.user.id);
    const solver = await test.signedIn('solver');
    await viewsOf(id, solver);
    await lookWith(id, CHROME);
    await viewsReach(id, 2, seeker);
    const kept = await test.db.select().from(problemViewers).where(eq(problemViewers.problemId, id));
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${solver.user.id}|127\\.0\\.0|Chrome`));
    await test.db.update(problemViewers).set({ forgottenAt: sql`${problemViewers.forgottenAt} - interval '1 day'` });
    await deleteExpiredViewers(test.db);
    expect(await test.db.$count(problemViewers, eq(problemViewers.problemId, id))).toBe(1);
  });

  it.each(['01a1fc95-ef6f-7d45-9534-3c29a6ff569d', 'nothing', '%00', "1' OR '1'='1"])('answers 404 for %s', async (id) => {
    const { status, body } = await test.request('GET', `/api/problems/${encodeURIComponent(id)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ status: false, code: 'not_found' });
  });
});

describe('GET /api/problems/categories (product 2.47, 3.21)', () => {
  let apart: TestApp;
  beforeAll(async () => {
    apart = await createTestApp();
    const { id } = await apart.user();
    const add = (given: Parameters<typeof buildProblem>[2]) => buildProblem(apart.db, id, given);
    await add({ category: 'ai-ml', title: 'A socket that closes', tags: ['Go', 'Redis'] });
    await add({ category: 'ai-ml', status: 'solved', budget: 900 });
    await add({ category: 'ai-ml', status: 'closed' });
    await add({ category: 'ai-ml', budget: 5000, title: 'Another socket' });
    await add({ category: 'cloud', status: 'in-progress', tags: ['Redis'] });
  });
  afterAll(() => apart.close());

  async function counted(query: string): Promise<CategoryCount[]> {
    const { status, body } = await apart.request('GET', `/api/problems/categories?${query}`);
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
  ])('with ?%s answers all thirteen, in their order, and counts what the list of each has', async (query, found) => {
    const categories = await counted(query);
    expect(categories.map(({ value, label }) => [value, label])).toEqual(Object.entries(CATEGORIES));
    expect(Object.fromEntries(categories.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))).toEqual(
      found,
    );
    for (const { value, count } of categories) {
      expect((await listProblems(apart, `${query}&category=${value}`)).body['total']).toBe(count);
    }
  });

  it('has no category, order or page of its own', async () => {
    for (const query of ['category=cloud', 'sort=bids', 'page=2'])
      expect((await apart.request('GET', `/api/problems/categories?${query}`)).status).toBe(422);
  });
});
