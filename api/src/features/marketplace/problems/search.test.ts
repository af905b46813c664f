import { sql } from 'drizzle-orm';
import { recordConsumedLimits } from '../../../testing/consumed-limits.ts';
import { insertInBatches } from '../../../testing/insert-in-batches.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';

const test = setUpTestApp();
let posterId: string;
beforeAll(async () => {
  posterId = (await test.user()).id;
  const add = (title: string, body: string, tags = ['Go']) => buildProblem(test.db, posterId, { title, body, tags });
  await add('Migrating our invoices', 'They are stored in an old format that nobody reads.');
  await add('Slow start page', 'Everything waits for one query about invoices.', ['Next.js', 'React Native']);
  await add('Playwright fails', 'The test for the checkout fails at random.', ['TypeScript']);
});

describe('searching problems (product 7.4)', () => {
  it.each([
    ['in titles', 'playwright', ['Playwright fails']],
    ['in bodies', 'random', ['Playwright fails']],
    ['in tags', 'typescript', ['Playwright fails']],
    ['by tags of two words', 'react native', ['Slow start page']],
    ['by tags with a dot', 'next.js', ['Slow start page']],
    ['by the stem of a word', 'migration invoice', ['Migrating our invoices']],
    ['for all words together', 'slow playwright', []],
    ['for a word that is still being typed', 'playw', ['Playwright fails']],
    ['for one of two', 'playwright or slow', ['Playwright fails', 'Slow start page']],
    ['for words after a minus, too', 'invoices -slow', ['Slow start page']],
    ['for a phrase', '"old format"', ['Migrating our invoices']],
    ['nothing for a phrase in another order', '"format old"', []],
    ['everything for stop words alone', 'the of', ['Playwright fails', 'Slow start page', 'Migrating our invoices']],
    ['everything for symbols alone', "' & | ! ) :* \\ %", ['Playwright fails', 'Slow start page', 'Migrating our invoices']],
    ['nothing for an unknown word', 'zebra', []],
  ])('finds %s', async (_case, search, titles) => {
    const response = await listProblems(test, `search=${encodeURIComponent(search)}`);
    expect(response.titles).toEqual(titles);
    expect(response.body['total']).toBe(titles.length);
  });

  it('finds all forms of a word', async () => {
    await buildProblem(test.db, posterId, { title: 'Sockets reconnect too often' });
    for (const form of ['reconnect', 'reconnecting', 'reconnected', 'reconnects socket']) {
      expect((await listProblems(test, `search=${form}`)).titles).toEqual(['Sockets reconnect too often']);
    }
  });

  it('combines the search with filters and sorting', async () => {
    await buildProblem(test.db, posterId, { title: 'Dear invoices', budget: 900 });
    expect((await listProblems(test, 'search=invoices&price_min=500')).titles).toEqual(['Dear invoices']);
    expect((await listProblems(test, 'search=invoices&sort=budget&limit=1')).body).toMatchObject({ total: 3, totalPages: 3 });
    expect((await listProblems(test, 'search=invoices&sort=budget')).titles[0]).toBe('Dear invoices');
  });

  it('is the cost of a list whose total is not cached (docs/limits.md)', async () => {
    const cost = (query: string) => recordConsumedLimits(test, () => listProblems(test, query));
    for (const fresh of ['price_min=1', 'price_min=2', 'tags=a,b,c']) {
      expect(await cost(fresh)).toEqual(['search']);
      for (const known of [fresh, `${fresh}&page=2`]) expect(await cost(known)).toEqual([]);
    }
    for (const free of ['', 'category=other', 'price_min=0&price_max=1000']) expect(await cost(free)).toEqual([]);
  });
});

describe('the order of search results (product 2.48)', () => {
  const body = 'It stops with an error and we would like to know why.';
  const ranking = setUpTestApp();
  beforeAll(async () => {
    const { id } = await ranking.user();
    const add = (given: Parameters<typeof buildProblem>[2]) => buildProblem(ranking.db, id, { body, ...given });
    await add({ title: 'Title, long ago: webhook', budget: 50 });
    await add({ title: 'Title, lately: a webhook', budget: 10 });
    await add({ title: 'Title, taken: a webhook', budget: 5, status: 'in-progress' });
    await add({ title: 'Tag', tags: ['Webhook'], budget: 30 });
    await add({ title: 'Body, often', body: `The webhook of the webhook. ${'A webhook is a webhook. '.repeat(3)}`, budget: 20 });
    await add({ title: 'Body, once', body: `${body} It is a webhook.`, budget: 40 });
  });

  it('is title, tags, body; then open problems first, then the newest', async () => {
    const titled = ['Title, lately: a webhook', 'Title, long ago: webhook', 'Title, taken: a webhook'];
    const best = [...titled, 'Tag', 'Body, often', 'Body, once'];
    expect((await listProblems(ranking, 'search=webhooks')).titles).toEqual(best);
    const pages = await Promise.all([1, 2, 3].map((page) => listProblems(ranking, `search=webhooks&limit=2&page=${page}`)));
    expect(pages.flatMap(({ titles }) => titles)).toEqual(best);
  });

  it('follows a requested sort', async () => {
    expect((await listProblems(ranking, 'search=webhooks&sort=newest&limit=2')).titles).toEqual(['Body, once', 'Body, often']);
    const dearest = ['Title, long ago: webhook', 'Body, once'];
    expect((await listProblems(ranking, 'search=webhooks&sort=budget&limit=2')).titles).toEqual(dearest);
  });
});

describe('searching for a word in thousands of problems', () => {
  const COUNT = 5500;
  const many = setUpTestApp();
  beforeAll(async () => {
    const { id } = await many.user();
    // Every body has "common", half of the titles have "odd", and one new and one old title have "common".
    await insertInBatches(COUNT, (from, to) =>
      many.db.execute(sql`
      INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, created_at, updated_at)
      SELECT gen_random_uuid(), ${id},
        CASE WHEN n IN (3, ${COUNT - 120}) THEN 'Common ' WHEN n % 2 = 1 THEN 'Odd ' ELSE '' END || 'number' || n,
        'Common', 'x', 'other', '{Go}', n, timestamptz '2026-01-01' + n * interval '1 second', now()
      FROM generate_series(${from}::int, ${to}::int) AS n`),
    );
  });

  const numbers = (titles: string[]) => titles.map((title) => Number(/\d+$/.exec(title)?.[0]));
  const countdown = (from: number, length: number, step = 1) => Array.from({ length }, (_, index) => from - index * step);

  it('ranks the newest matches, then lists the others by age, each once', async () => {
    const pages = [];
    for (let page = 1; page <= 55; page += 1) pages.push(await listProblems(many, `search=common&limit=100&page=${page}`));
    expect(pages[0]?.body).toMatchObject({ total: COUNT, totalPages: 55 });
    const shown = numbers(pages.flatMap(({ titles }) => titles));
    expect(shown[0]).toBe(COUNT - 120);
    expect(shown).toEqual([COUNT - 120, ...countdown(COUNT, COUNT).filter((number) => number !== COUNT - 120)]);
  });

  it('does not mix ranked and unranked matches on a page', async () => {
    const second = await listProblems(many, 'search=common&limit=70&page=2');
    const third = await listProblems(many, 'search=common&limit=70&page=3');
    expect(numbers([...second.titles, ...third.titles])).toEqual(
      countdown(COUNT - 69, 141).filter((number) => number !== COUNT - 120),
    );
  });

  it('ranks all of a few thousand matches', async () => {
    await many.db.execute(sql`UPDATE problems SET body = 'Common, odd' WHERE title = ${`number${COUNT}`}`);
    const { titles, body } = await listProblems(many, 'search=odd&limit=2&page=1375');
    expect(body['total']).toBe(COUNT / 2);
    expect(titles).toEqual(['Odd number1', `number${COUNT}`]);
  });

  it('supports far pages and other orders, and finds a rare word', async () => {
    expect((await listProblems(many, 'search=common&page=56&limit=100')).titles).toEqual([]);
    expect((await listProblems(many, 'search=common&sort=budget&page=30&limit=100')).titles[0]).toBe(`number${COUNT - 2900}`);
    expect((await listProblems(many, 'search=common&sort=budget&price_max=2400&limit=1')).titles).toEqual(['number2400']);
    expect((await listProblems(many, 'search=number1234')).titles).toEqual(['number1234']);
  });
});
