import { BROWSE } from '@solvent/contracts';
import { between, eq, sql } from 'drizzle-orm';
import { insertInBatches } from '../../../testing/insert-in-batches.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { problems } from '../../../schema/index.ts';
import { recordConsumedLimits } from '../../../testing/consumed-limits.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';

/** More than are read by offset. */
const COUNT = 2600;
const LIMIT = 100;
const ORDERS = ['newest', 'budget', 'lowest-budget', 'bids', 'fewest-bids'] as const;

const test = setUpTestApp();
let posterId: string;
beforeAll(async () => {
  posterId = (await test.user()).id;
  // Budgets and bids have many ties, so that the order's last columns decide; ten problems share each moment.
  await insertInBatches(COUNT, (from, to) =>
    test.db.execute(sql`
    INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, bid_count, created_at, updated_at)
    SELECT gen_random_uuid(), ${posterId}, 'Common ' || n, 'x', 'x', 'other', '{Go}', 1 + n % 7, n % 5,
      timestamptz '2025-01-01' + (n / 10) * interval '1 second', now()
    FROM generate_series(${from}::int, ${to}::int) AS n`),
  );
});

/** Each value filters nothing, but makes a list that is not cached yet. */
let highest = 1000;
const useNewList = () => {
  highest += 1;
};
beforeEach(useNewList);

const page = async (number: number, query = '', limit = LIMIT) =>
  (await listProblems(test, `price_max=${highest}&limit=${limit}&page=${number}&${query}`)).problems.map(({ _id }) => _id);

/** Adds a problem that comes first in an order. */
const add = (title: string, sort: (typeof ORDERS)[number] = 'newest') =>
  buildProblem(test.db, posterId, {
    title,
    createdAt: new Date('2026-06-01T00:00:00Z'),
    budget: sort === 'lowest-budget' ? 1 : 100,
    bidCount: sort === 'fewest-bids' ? 0 : 50,
  });

describe('pages of a long list (product 4.15, 9.2)', () => {
  it.each(ORDERS)('start the list for every filter, by %s', async (sort) => {
    for (const filter of ['', 'price_min=2&category=other&status=open']) {
      const query = `${filter}&sort=${sort}`;
      const whole = await page(1, query);
      for (let time = 0; time < 7; time += 1)
        expect(await page(1, query, BROWSE.pageSize)).toEqual(whole.slice(0, BROWSE.pageSize));
      expect(await page(1, `${query}&tags=go`, BROWSE.pageSize)).toEqual(whole.slice(0, BROWSE.pageSize));
    }
  });

  it.each(ORDERS)('contain each problem once, by %s', async (sort) => {
    const all: string[] = [];
    for (let number = 1; number <= COUNT / LIMIT; number += 1) all.push(...(await page(number, `sort=${sort}`)));
    expect(new Set(all).size).toBe(COUNT);
    useNewList();
    expect(await page(20, `sort=${sort}`)).toEqual(all.slice(1900, 2000));
  });

  it.each(ORDERS)('continue after the previous page when a problem was posted since, by %s', async (sort) => {
    await page(15, `sort=${sort}`);
    const before = [await page(16, `sort=${sort}`), await page(17, `sort=${sort}`)];
    await add('Posted since', sort);
    expect([await page(16, `sort=${sort}`), await page(17, `sort=${sort}`)]).toEqual(before);
    useNewList();
    expect((await page(16, `sort=${sort}`))[1]).toBe(before[0]?.[0]);
  });

  it('skip no problem when one was closed since', async () => {
    const [closed] = await page(15);
    const next = await page(16);
    await test.db
      .update(problems)
      .set({ status: 'closed' })
      .where(eq(problems.id, closed ?? ''));
    expect(await page(16)).toEqual(next);
    useNewList();
    expect((await page(16))[0]).toBe(next[1]);
  });

  it('reflect new problems near the start', async () => {
    const first = await page(1);
    await page(2);
    await add('Posted since');
    expect((await page(2))[0]).toBe(first.at(-1));
  });

  it('cost a search unless a cursor is cached (docs/limits.md)', async () => {
    const cost = (number: number) => recordConsumedLimits(test, () => listProblems(test, `limit=${LIMIT}&page=${number}`));
    for (const far of [20, 22]) expect(await cost(far)).toEqual(['search']);
    // The next pages have cursors, and near pages are read by offset.
    for (const next of [21, 23, 1, 2]) expect(await cost(next)).toEqual([]);
  });

  it('keep the cursors of different lists apart', async () => {
    const all = await page(15);
    const narrower = await page(15, 'price_min=2');
    expect(narrower).not.toEqual(all);
    expect(await page(15)).toEqual(all);
    expect(await page(15, 'price_min=2')).toEqual(narrower);
    expect((await page(30, '', LIMIT / 2)).at(-1)).toBe(all.at(-1));
    expect(await page(14, 'search=common&sort=newest')).not.toEqual(await page(14, 'search=common&sort=budget'));
  });
});

describe('a long list with a price range', () => {
  const [from, to] = [2100, 2900];
  beforeAll(() =>
    insertInBatches(1500, (first, last) =>
      test.db.execute(sql`
      INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, status, created_at, updated_at)
      SELECT gen_random_uuid(), ${posterId}, 'Dear ' || n, 'x', 'x', 'other', '{Go}', 2000 + n % 1000,
        CASE n % 2 WHEN 0 THEN 'open' ELSE 'solved' END, timestamptz '2025-01-01' + n * interval '1 second', now()
      FROM generate_series(${first}::int, ${last}::int) AS n`),
    ),
  );

  it.each([
    ['budget', -1],
    ['lowest-budget', 1],
  ] as const)('by %s contains exactly the range, open problems first', async (sort, sign) => {
    const rows = await test.db
      .select({ id: problems.id, budget: problems.budget, status: problems.status, createdAt: problems.createdAt })
      .from(problems)
      .where(between(problems.budget, from, to));
    const isOpen = (row: (typeof rows)[number]) => Number(row.status === 'open');
    const expected = rows.toSorted(
      (one, other) =>
        isOpen(other) - isOpen(one) || sign * (one.budget - other.budget) || other.createdAt.getTime() - one.createdAt.getTime(),
    );
    const readPage = async (number: number, limit: number) =>
      (await listProblems(test, `price_min=${from}&price_max=${to}&sort=${sort}&limit=${limit}&page=${number}`)).problems;
    const ids = expected.map(({ id }) => id);
    expect((await readPage(1, BROWSE.pageSize)).map(({ _id }) => _id)).toEqual(ids.slice(0, BROWSE.pageSize));
    const all = [];
    for (let number = 1; number <= Math.ceil(ids.length / LIMIT); number += 1) all.push(...(await readPage(number, LIMIT)));
    expect(all.map(({ _id }) => _id)).toEqual(ids);
  });
});
