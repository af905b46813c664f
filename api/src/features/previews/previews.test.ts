import { eq } from 'drizzle-orm';
import { moduleFigures, modules, problems, users } from '../../schema/index.ts';
import { buildModule } from '../../testing/modules.ts';
import { buildProblem } from '../../testing/problems.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Card } from './rendering/layout.ts';

/** The rendered cards, in order. */
let rendered: Card[] = [];
let test: TestApp;
beforeAll(async () => {
  const run = async (card: Card) => {
    rendered.push(card);
    return Buffer.from(`picture ${rendered.length}`);
  };
  test = await createTestApp({ ports: { cardRenderer: { run, close: async () => {} } } });
});
beforeEach(() => {
  rendered = [];
});
afterAll(() => test.close());

/** Crawlers and `<img>` send no headers. */
const fetchCard = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

/** Returns the content of the card at a URL. */
async function getCardAt(url: string): Promise<Card | undefined> {
  expect(await fetchCard(url)).toMatchObject({ statusCode: 200 });
  return rendered.at(-1);
}

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

describe('GET /api/problems/:id/card.png', () => {
  it('shows title, budget, status, bids and poster', async () => {
    const poster = await test.user({ name: 'Mara Lindqvist' });
    const problem = { title: 'Checkout charges twice', budget: 1250, status: 'in-progress', bidCount: 1280 } as const;
    const { id } = await buildProblem(test.db, poster.id, problem);
    expect(await getCardAt(`/api/problems/${id}/card.png`)).toEqual({
      kind: 'Problem',
      title: 'Checkout charges twice',
      untitled: 'A problem in Backend Development',
      text: '',
      figures: [
        { label: 'Budget', value: '$1,250' },
        { label: 'Status', value: 'In progress' },
        { label: 'Bids', value: '1,280' },
      ],
      person: { label: 'Posted by', name: 'Mara Lindqvist' },
    });
  });

  it('hides the name of a deleted account', async () => {
    const poster = await test.user({ deletedAt: new Date() });
    const { id } = await buildProblem(test.db, poster.id, { status: 'closed' });
    expect((await getCardAt(`/api/problems/${id}/card.png`))?.person).toBeUndefined();
  });
});

describe('GET /api/modules/:id/card.png', () => {
  it('shows title, price and author, by id and by slug', async () => {
    const author = await test.signedIn('solver', { name: 'Jonas Weber' });
    const { id, slug } = await buildModule(test, author, { title: 'JWT Kit', description: 'Tokens.', priceCents: 1950 });
    const card = await getCardAt(`/api/modules/${slug}/card.png`);
    expect(card).toMatchObject({
      kind: 'Module',
      title: 'JWT Kit',
      text: 'Tokens.',
      figures: [{ label: 'Price', value: '$19.50' }],
      person: { label: 'By', name: 'Jonas Weber' },
    });
    expect(await fetchCard(`/api/modules/${id}/card.png`)).toMatchObject({ statusCode: 200 });
    expect(rendered).toHaveLength(1);
  });

  it('shows that a module is free, and its rating once it has one', async () => {
    const { id, slug } = await buildModule(test, await test.signedIn('solver'));
    await test.db.update(moduleFigures).set({ ratingTotal: 14, ratingCount: 3 }).where(eq(moduleFigures.moduleId, id));
    expect((await getCardAt(`/api/modules/${slug}/card.png`))?.figures).toEqual([
      { label: 'Price', value: 'Free' },
      { label: 'Rating', value: '4.7 / 5' },
    ]);
  });

  it('prefers an id to a slug that looks like it', async () => {
    const author = await test.signedIn('solver');
    const module = await buildModule(test, author, { title: 'By its id' });
    await buildModule(test, author, { title: 'By its slug', slug: module.id });
    expect(await getCardAt(`/api/modules/${module.id}/card.png`)).toMatchObject({ title: 'By its id' });
  });

  it.each(['in-review', 'rejected', 'unpublished'] as const)(
    'returns 404 once a module is %s, also to its author',
    async (status) => {
      const author = await test.signedIn('solver');
      const { id, slug } = await buildModule(test, author);
      expect((await fetchCard(`/api/modules/${slug}/card.png`)).statusCode).toBe(200);
      await test.db.update(modules).set({ status }).where(eq(modules.id, id));
      for (const headers of [{}, author.headers])
        expect((await fetchCard(`/api/modules/${slug}/card.png`, headers)).statusCode).toBe(404);
    },
  );
});

describe('GET /api/auth/profile/:id/card.png', () => {
  it('shows name, headline, role and the areas that fit', async () => {
    const expertiseAreas = ['React', 'Node.js', 'A very long name of an area of expertise', 'Go'];
    const { id } = await test.user({ name: 'Grace Hopper', headline: 'Compilers', role: 'solver', expertiseAreas });
    expect(await getCardAt(`/api/auth/profile/${id}/card.png`)).toEqual({
      kind: 'Solver',
      title: 'Grace Hopper',
      isPerson: true,
      untitled: 'A solver on Solvent',
      text: 'Compilers',
      figures: [{ label: 'Areas of expertise', value: 'React · Node.js · Go' }],
    });
  });

  it('shows the start of the membership of a user without areas', async () => {
    const { id } = await test.user({ createdAt: new Date('2026-01-31T23:30:00Z') });
    expect((await getCardAt(`/api/auth/profile/${id}/card.png`))?.figures).toEqual([
      { label: 'Member since', value: 'January 2026' },
    ]);
  });

  it('returns 404 for a deleted account', async () => {
    const { id } = await test.user({ deletedAt: new Date() });
    expect((await fetchCard(`/api/auth/profile/${id}/card.png`)).statusCode).toBe(404);
  });
});

describe('the image of a link preview (product 7.13)', () => {
  it.each([UNKNOWN_ID, 'nothing', '%00', '%F0%9F%9A%80'])('returns 404 for %s', async (id) => {
    for (const kind of ['problems', 'modules', 'auth/profile'])
      expect([kind, (await fetchCard(`/api/${kind}/${id}/card.png`)).statusCode]).toEqual([kind, 404]);
  });

  it('is cached for an hour, can be embedded by other sites, and is not sent or rendered again for its ETag', async () => {
    const { id } = await buildProblem(test.db, (await test.user()).id);
    const path = `/api/problems/${id}/card.png`;
    const { headers } = await fetchCard(path);
    const caching = { 'cache-control': 'public, max-age=3600', etag: expect.stringMatching(/^"[\w-]{43}"$/) };
    expect(headers).toMatchObject({ ...caching, 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' });
    const again = await fetchCard(path, { 'if-none-match': `W/${String(headers['etag'])}` });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ ...caching, etag: headers['etag'] });
    expect((await fetchCard(path, { 'if-none-match': '"another"' })).statusCode).toBe(200);
    expect(rendered).toHaveLength(1);
  });

  it('is rendered again only when its content changes', async () => {
    const { id, userId } = await buildProblem(test.db, (await test.user()).id);
    const path = `/api/problems/${id}/card.png`;
    const [first, second] = await Promise.all([fetchCard(path), fetchCard(path)]);
    expect(second.body).toBe(first.body);
    expect((await fetchCard(path)).headers['etag']).toBe(first.headers['etag']);
    expect(rendered).toHaveLength(1);
    await test.db.update(problems).set({ title: 'Another title' }).where(eq(problems.id, id));
    const third = await fetchCard(path);
    await test.db.update(users).set({ name: 'Another name' }).where(eq(users.id, userId));
    const fourth = await fetchCard(path);
    expect(rendered).toHaveLength(3);
    expect(new Set([first, third, fourth].map(({ headers }) => headers['etag'])).size).toBe(3);
  });
});
