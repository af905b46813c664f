import { eq } from 'drizzle-orm';
import type { ModuleListItem } from '@solvent/contracts';
import { moduleFigures, modules } from './schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
/** Who wrote the module about maps. */
let mapper: string;

const hour = 3_600_000;

/** A published module, unless said otherwise. */
async function given(
  slug: string,
  fields: Partial<typeof modules.$inferInsert> = {},
  figures: Partial<typeof moduleFigures.$inferInsert> = {},
): Promise<string> {
  const author = await test.user({ name: 'Lena Vogt' });
  const time = new Date();
  const row = {
    slug,
    authorId: author.id,
    title: slug,
    description: 'Ready to use.',
    tags: ['React'],
    priceCents: 0,
    version: '1.0.0',
  };
  const [stored] = await test.db
    .insert(modules)
    .values({ ...row, status: 'published', releasedAt: time, updatedAt: time, ...fields })
    .returning({ id: modules.id });
  const moduleId = stored?.id ?? '';
  await test.db
    .update(moduleFigures)
    .set({ moduleId, ...figures })
    .where(eq(moduleFigures.moduleId, moduleId));
  return author.id;
}

beforeAll(async () => {
  test = await createTestApp();
  const at = (hours: number) => new Date(Date.now() - hours * hour);
  await given(
    'charts',
    { title: 'Chart dashboard', priceCents: 1900, releasedAt: at(3), tags: ['React', 'TypeScript'] },
    { downloads: 50, ratingTotal: 14, ratingCount: 3 },
  );
  mapper = await given(
    'maps',
    { title: 'Maps', priceCents: 900, releasedAt: at(2), tags: ['Vue.js'] },
    { downloads: 900, ratingTotal: 4, ratingCount: 1 },
  );
  const hooks = { title: 'Hooks collection', releasedAt: at(1), tags: ['React'], description: 'Small helpers for forms.' };
  await given('hooks', hooks, { downloads: 300 });
  await given('hidden', { status: 'in-review', authorId: mapper }, { downloads: 9999 });
});
afterAll(() => test.close());

async function list(query = '') {
  const { status, body } = await test.ask('GET', `/api/modules${query}`);
  // The answer's schema says so.
  return { status, body, slugs: ((body['modules'] ?? []) as ModuleListItem[]).map(({ slug }) => slug) };
}

describe('GET /api/modules (product 2.29, 7.10)', () => {
  it('lists the published ones for anybody, the most downloaded first', async () => {
    expect(await list()).toMatchObject({
      status: 200,
      slugs: ['maps', 'hooks', 'charts'],
      body: { total: 3, page: 1, limit: 12, totalPages: 1 },
    });
  });

  it('carries the fields of a module, with the stars to one decimal', async () => {
    const { body } = await list('?search=chart');
    expect(body['modules']).toEqual([
      {
        id: expect.any(String),
        slug: 'charts',
        title: 'Chart dashboard',
        description: 'Ready to use.',
        tags: ['React', 'TypeScript'],
        priceCents: 1900,
        author: { _id: expect.any(String), name: 'Lena Vogt', image: null },
        rating: 4.7,
        ratingCount: 3,
        downloads: 50,
        previewImage: null,
        version: '1.0.0',
        releasedAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it.each([
    ['?price=free', ['hooks']],
    ['?price=paid', ['maps', 'charts']],
    ['?tags=react', ['hooks', 'charts']],
    ['?tags=TypeScript,vue.js', ['maps', 'charts']],
    ['?search=dashboards', ['charts']],
    ['?search=dashb', ['charts']],
    ['?search=form', ['hooks']],
    ['?search=CH', ['charts']],
    ['?search=hooks%20c', ['hooks']],
    ['?search=c%25', []],
    ['?search=_ooks', []],
    ['?search=zzz', []],
    ['?search=the', ['maps', 'hooks', 'charts']],
    ['?sort=newest', ['hooks', 'maps', 'charts']],
    ['?sort=rating', ['charts', 'maps', 'hooks']],
    ['?sort=price', ['hooks', 'maps', 'charts']],
    ['?limit=2&page=2', ['charts']],
    ['?page=7', []],
  ])('%s finds %j', async (query, slugs) => {
    expect(await list(query)).toMatchObject({ status: 200, slugs });
  });

  it('finds the published modules of one author, and goes on filtering', async () => {
    expect(await list(`?author=${mapper}`)).toMatchObject({ slugs: ['maps'], body: { total: 1 } });
    expect((await list(`?author=${mapper}&price=free`)).slugs).toEqual([]);
    expect((await list('?author=00000000-0000-7000-8000-000000000000')).slugs).toEqual([]);
  });

  it('takes what people type into a search for text', async () => {
    expect((await list(`?search=${encodeURIComponent(`') OR 1=1; -- %_"`)}`)).status).toBe(200);
  });
});
