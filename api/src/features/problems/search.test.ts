import { sql } from 'drizzle-orm';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildProblem, listed } from './test-problems.ts';

let test: TestApp;
let posterId: string;
beforeAll(async () => {
  test = await createTestApp();
  posterId = (await test.user()).id;
  const add = (title: string, body: string, tags = ['Go']) => buildProblem(test.db, posterId, { title, body, tags });
  await add('Migrating our invoices', 'They are stored in an old format that nobody reads.');
  await add('Slow start page', 'Everything waits for one query about invoices.', ['Next.js', 'React Native']);
  await add('Playwright fails', 'The test for the checkout fails at random.', ['TypeScript']);
});
afterAll(() => test.close());

describe('searching problems', () => {
  it.each([
    ['in titles', 'playwright', ['Playwright fails']],
    ['in bodies', 'random', ['Playwright fails']],
    ['in tags', 'typescript', ['Playwright fails']],
    ['by tags of two words', 'react native', ['Slow start page']],
    ['by tags with a dot', 'next.js', ['Slow start page']],
    ['by the stem of a word', 'migration invoice', ['Migrating our invoices']],
    ['for all words at once', 'slow playwright', []],
    ['for a word that is still being typed', 'playw', ['Playwright fails']],
    ['for one of two', 'playwright or slow', ['Playwright fails', 'Slow start page']],
    ['without a word', 'invoices -slow', ['Migrating our invoices']],
    ['for a phrase', '"old format"', ['Migrating our invoices']],
    ['for a phrase that is not there', '"format old"', []],
    ['for nothing but words that say nothing', 'the of', ['Playwright fails', 'Slow start page', 'Migrating our invoices']],
    ['for signs', "' & | ! ) :* \\ %", ['Playwright fails', 'Slow start page', 'Migrating our invoices']],
    ['for what is not there', 'zebra', []],
  ])('finds %s', async (_how, search, titles) => {
    const answer = await listed(test, `search=${encodeURIComponent(search)}`);
    expect(answer.titles).toEqual(titles);
    expect(answer.body['total']).toBe(titles.length);
  });

  it('searches within the other filters, in every order', async () => {
    await buildProblem(test.db, posterId, { title: 'Dear invoices', budget: 900 });
    expect((await listed(test, 'search=invoices&price_min=500')).titles).toEqual(['Dear invoices']);
    expect((await listed(test, 'search=invoices&sort=budget&limit=1')).body).toMatchObject({ total: 3, totalPages: 3 });
    expect((await listed(test, 'search=invoices&sort=budget')).titles[0]).toBe('Dear invoices');
  });

  it('is limited, while browsing is not', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 0.1 } });
    const search = () => strict.ask('GET', '/api/problems?search=x');
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1) statuses.push((await search()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await search()).headers['retry-after']).toBeDefined();
    expect((await strict.ask('GET', '/api/problems')).status).toBe(200);
    expect((await strict.ask('GET', '/api/problems?search=')).status).toBe(200);
    await strict.close();
  });
});

describe('searching for a word that thousands of problems have', () => {
  const COUNT = 2500;
  let many: TestApp;
  beforeAll(async () => {
    many = await createTestApp();
    const { id } = await many.user();
    // Every title has the common word, each its own number, and the newest has the highest.
    await many.db.execute(sql`
      INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, created_at, updated_at)
      SELECT gen_random_uuid(), ${id}, 'Common number' || n, 'x', 'x', 'other', '{Go}', n, timestamptz '2026-01-01' + n * interval '1 second', now()
      FROM generate_series(1, ${COUNT}) AS n`);
  });
  afterAll(() => many.close());

  it('counts all of them and pages through them newest first', async () => {
    const { body, titles } = await listed(many, 'search=common&page=3&limit=100');
    expect(body).toMatchObject({ total: COUNT, totalPages: 25 });
    expect(titles).toEqual(Array.from({ length: 100 }, (_, place) => `Common number${COUNT - 200 - place}`));
  });

  it('answers far pages and other orders too', async () => {
    expect((await listed(many, 'search=common&page=25&limit=100')).titles.at(-1)).toBe('Common number1');
    expect((await listed(many, 'search=common&page=26&limit=100')).titles).toEqual([]);
    expect((await listed(many, 'search=common&sort=budget&price_max=2400&limit=1')).titles).toEqual(['Common number2400']);
  });

  it('finds the one that is rare', async () => {
    expect((await listed(many, 'search=number1234')).titles).toEqual(['Common number1234']);
  });
});
