import { eq, sql } from 'drizzle-orm';
import { MODULE_SORTS } from '@solvent/contracts';
import type { ModuleListItem, ModuleSort } from '@solvent/contracts';
import { recordConsumedLimits } from '../../testing/consumed-limits.ts';
import { buildModule } from '../../testing/modules.ts';
import { insertInBatches } from '../../testing/insert-in-batches.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { moduleFigures, modules } from '../../schema/index.ts';

const COUNT = 2300;
const LIMIT = 100;

const test = setUpTestApp();
const author = setUp(() => test.signedIn('solver'));
beforeAll(async () => {
  await insertInBatches(COUNT, (from, to) =>
    test.db.execute(sql`
    INSERT INTO modules (id, slug, author_id, title, description, tags, price_cents, version, status, released_at, updated_at)
    SELECT gen_random_uuid(), 'module-' || n, ${author.user.id}, 'Title ' || n, 'Made to be listed.', '{React}', 100 * greatest(0, n % 5 - 2), '1.0.0',
      CASE WHEN n % 23 = 0 THEN 'unpublished' ELSE 'published' END, now() - n * interval '1 minute', now()
    FROM generate_series(${from}::int, ${to}::int) AS n`),
  );
  await test.db.execute(sql`
    UPDATE module_figures SET downloads = n % 50, rating_count = n % 2, rating_total = (n % 2) * (1 + n % 5)
    FROM (SELECT id, substring(slug FROM 8)::int AS n FROM modules) AS numbered WHERE id = module_id`);
  await test.db.execute(sql`ANALYZE`);
});

/** Adds a module that is first in each order. */
async function addFirst(): Promise<string> {
  const { id } = await buildModule(test, author, { slug: 'the-first', description: 'Made to be listed.' });
  const figures = { downloads: 1000, ratingCount: 1, ratingTotal: 5 };
  await test.db.update(moduleFigures).set(figures).where(eq(moduleFigures.moduleId, id));
  return id;
}

async function list(query: string) {
  const { status, body } = await test.request('GET', `/api/modules?limit=${LIMIT}&${query}`);
  expect(status).toBe(200);
  // The response schema guarantees it.
  return body as unknown as { modules: ModuleListItem[]; total: number; totalPages: number };
}

/** Reads all pages in order. */
async function readAll(query: string): Promise<{ found: ModuleListItem[]; total: number }> {
  const first = await list(query);
  const found = [...first.modules];
  for (let page = 2; page <= first.totalPages; page += 1) found.push(...(await list(`${query}&page=${page}`)).modules);
  return { found, total: first.total };
}

type Key = (module: ModuleListItem) => (string | number)[];

/** Ascending sort keys of each order. */
const KEYS: Record<ModuleSort, Key> = {
  popular: ({ downloads }) => [-downloads],
  newest: ({ releasedAt }) => [-Date.parse(releasedAt)],
  rating: ({ rating, downloads }) => [-rating, -downloads],
  price: ({ priceCents, downloads }) => [priceCents, -downloads],
};

const isInOrder = (found: ModuleListItem[], key: Key) =>
  found.every((module, index) => {
    const before = found[index - 1];
    if (before === undefined) return true;
    const pairs = key(before).map((value, position) => [value, key(module)[position] ?? ''] as const);
    const different = pairs.find(([one, other]) => one !== other);
    return different === undefined || different[0] < different[1];
  });

describe('a long catalogue', () => {
  it.each(['sort=popular', 'sort=newest&search=listed', 'sort=rating&tags=react', 'sort=price'])(
    'lists each module once and in order: %s',
    async (query) => {
      const sort = MODULE_SORTS.find((one) => query.includes(one)) ?? 'popular';
      const { found, total } = await readAll(query);
      expect(total).toBe(COUNT - 100);
      expect(new Set(found.map(({ id }) => id)).size).toBe(total);
      expect(isInOrder(found, KEYS[sort])).toBe(true);
    },
  );

  const listIds = async (page: number, query: string) => (await list(`${query}&page=${page}`)).modules.map(({ id }) => id);

  it.each([
    { sort: 'popular', filter: '&tags=react' },
    { sort: 'newest', filter: '' },
    { sort: 'rating', filter: '&search=listed' },
    { sort: 'price', filter: '' },
  ])('continues far pages after the previous page despite new modules: $sort $filter', async ({ sort, filter }) => {
    // No other test uses this query.
    const query = `sort=${sort}${filter}&author=${author.user.id}`;
    const before = [];
    for (let page = 11; page <= 16; page += 1) before.push(await listIds(page, query));
    const id = await addFirst();
    expect((await list(query)).modules[0]?.id).toBe(id);
    const after = [];
    for (let page = 12; page <= 16; page += 1) after.push(await listIds(page, query));
    expect(after).toEqual(before.slice(1));
    await test.db.delete(modules).where(eq(modules.id, id));
  });

  const cost = (query: string) => recordConsumedLimits(test, () => list(query));

  it('charges a search for counting a long filtered list (docs/limits.md)', async () => {
    for (const other of [1, 2]) expect(await cost(`tags=react,other-${other}`)).toEqual(['search']);
    for (const free of ['', 'page=2', 'price=paid', 'tags=react,other-2']) expect(await cost(free)).toEqual([]);
  });

  it('charges a search for a far page without a cached cursor (docs/limits.md)', async () => {
    const { id } = await test.user();
    await test.db.update(modules).set({ authorId: id });
    const of = `author=${id}`;
    for (const far of [13, 15]) expect(await cost(`${of}&page=${far}`)).toEqual(['search']);
    // The next page and the first pages are free.
    for (const next of [14, 16, 1, 2]) expect(await cost(`${of}&page=${next}`)).toEqual([]);
  });

  it('finds a few modules among many', async () => {
    expect(await list('search=Title 77')).toMatchObject({ total: 11, totalPages: 1 });
    expect((await list('search=title 2299')).modules).toMatchObject([{ slug: 'module-2299' }]);
    expect(await list('page=24')).toMatchObject({ modules: [], total: 2200 });
  });
});
