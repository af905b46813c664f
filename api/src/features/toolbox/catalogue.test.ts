import { eq } from 'drizzle-orm';
import type { ModuleListItem } from '@solvent/contracts';
import { moduleFigures } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { buildModule } from '../../testing/modules.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
type Overrides = NonNullable<Parameters<typeof buildModule>[2]>;

/** The author of the maps module. */
let mapAuthorId: string;

beforeAll(async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const lena = await test.signedIn('solver', { name: 'Lena Vogt' });
  const other = await test.signedIn('solver');
  mapAuthorId = other.user.id;
  const add = async (author: TestCaller, texts: Overrides, figures: Partial<typeof moduleFigures.$inferInsert> = {}) => {
    const { id } = await buildModule(test, author, texts);
    if (Object.keys(figures).length > 0) await test.db.update(moduleFigures).set(figures).where(eq(moduleFigures.moduleId, id));
  };
  const charts = { slug: 'charts', title: 'Chart dashboard', tags: ['React', 'TypeScript'] };
  const figures = { downloads: 50, ratingTotal: 14, ratingCount: 3 };
  await add(lena, { ...charts, priceCents: 1900, releasedAt: hoursAgo(3) }, figures);
  const maps = { slug: 'maps', title: 'Maps', priceCents: 900, releasedAt: hoursAgo(2), tags: ['Vue.js'] };
  await add(other, maps, { downloads: 900, ratingTotal: 4, ratingCount: 1 });
  const hooks = { slug: 'hooks', title: 'Hooks collection', description: 'Small helpers for forms.' };
  await add(lena, { ...hooks, releasedAt: hoursAgo(1) }, { downloads: 300 });
  await add(other, { slug: 'hidden', status: 'in-review' }, { downloads: 9999 });
});

async function list(query = '') {
  const { status, body } = await test.request('GET', `/api/modules${query}`);
  // The response schema guarantees it.
  return { status, body, slugs: ((body['modules'] ?? []) as ModuleListItem[]).map(({ slug }) => slug) };
}

describe('search for technical terms in modules (product 2.48)', () => {
  const termApp = setUpTestApp();
  beforeAll(async () => {
    const author = await termApp.signedIn('solver');
    await buildModule(termApp, author, { slug: 'plus', title: 'C++ tools', tags: ['C++'] });
    await buildModule(termApp, author, { slug: 'sharp', title: 'C# tools', tags: ['C#', '.NET'] });
    await buildModule(termApp, author, { slug: 'net', title: 'Neural net', tags: ['Python'] });
    await buildModule(termApp, author, { slug: 'store', title: 'Small store', tags: ['Vue.js'] });
    await buildModule(termApp, author, { slug: 'resumes', title: 'Résumé parser', tags: ['PDF'] });
    await buildModule(termApp, author, { slug: 'zenbun', title: '日本語の全文検索', tags: ['Search'] });
  });

  it.each([
    ['C++', ['plus']],
    ['C#', ['sharp']],
    ['.NET', ['sharp']],
    ['vuejs', ['store']],
    ['resume', ['resumes']],
    ['全文検索', ['zenbun']],
  ])('finds %s', async (typed, slugs) => {
    const { body } = await termApp.request('GET', `/api/modules?search=${encodeURIComponent(typed)}`);
    expect((body['modules'] as ModuleListItem[]).map(({ slug }) => slug)).toEqual(slugs);
  });
});

describe('GET /api/modules (product 2.29, 7.10)', () => {
  it('lists published modules for everyone, the most downloaded first, with the rating to one decimal', async () => {
    const { body, slugs } = await list();
    expect(slugs).toEqual(['maps', 'hooks', 'charts']);
    expect(body).toMatchObject({ total: 3, page: 1, limit: 12, totalPages: 1 });
    const charts = { tags: ['React', 'TypeScript'], author: { name: 'Lena Vogt' }, rating: 4.7, ratingCount: 3, downloads: 50 };
    expect((await list('?search=chart')).body['modules']).toMatchObject([charts]);
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
    ['?search=_aps', []],
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

  it('filters the published modules of one author', async () => {
    expect(await list(`?author=${mapAuthorId}`)).toMatchObject({ slugs: ['maps'], body: { total: 1 } });
    expect((await list(`?author=${mapAuthorId}&price=free`)).slugs).toEqual([]);
    expect((await list('?author=00000000-0000-7000-8000-000000000000')).slugs).toEqual([]);
  });
});
