import { eq } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import { problems } from '../marketplace/schema.ts';
import { moduleFigures, modules } from '../toolbox/schema.ts';
import { buildModule } from '../../testing/modules.ts';
import { buildProblem } from '../../testing/problems.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Card } from './rendering/card.ts';

/** What was drawn, in order. */
let drawn: Card[] = [];
let test: TestApp;
beforeAll(async () => {
  const draw = async (card: Card) => {
    drawn.push(card);
    return Buffer.from(`picture ${drawn.length}`);
  };
  test = await createTestApp({ ports: { cardRenderer: { render: draw, close: async () => {} } } });
});
beforeEach(() => {
  drawn = [];
});
afterAll(() => test.close());

/** As crawlers and `<img>` ask: without any header. */
const open = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

/** What the picture at this address shows. */
async function shownAt(url: string): Promise<Card | undefined> {
  expect(await open(url)).toMatchObject({ statusCode: 200 });
  return drawn.at(-1);
}

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('GET /api/problems/:id/card.png', () => {
  it('shows title, budget, state, bids and poster', async () => {
    const poster = await test.user({ name: 'Mara Lindqvist' });
    const given = { title: 'Checkout charges twice', budget: 1250, status: 'in-progress', bidCount: 1280 } as const;
    const { id } = await buildProblem(test.db, poster.id, given);
    expect(await shownAt(`/api/problems/${id}/card.png`)).toEqual({
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

  it('names nobody who deleted the account', async () => {
    const poster = await test.user({ deletedAt: new Date() });
    const { id } = await buildProblem(test.db, poster.id, { status: 'closed' });
    expect((await shownAt(`/api/problems/${id}/card.png`))?.person).toBeUndefined();
  });
});

describe('GET /api/modules/:id/card.png', () => {
  it('shows title, price and author, by id and by slug', async () => {
    const author = await test.signedIn('solver', { name: 'Jonas Weber' });
    const { id, slug } = await buildModule(test, author, { title: 'JWT Kit', description: 'Tokens.', priceCents: 1950 });
    const shown = await shownAt(`/api/modules/${slug}/card.png`);
    expect(shown).toMatchObject({
      kind: 'Module',
      title: 'JWT Kit',
      text: 'Tokens.',
      figures: [{ label: 'Price', value: '$19.50' }],
      person: { label: 'By', name: 'Jonas Weber' },
    });
    expect(await open(`/api/modules/${id}/card.png`)).toMatchObject({ statusCode: 200 });
    expect(drawn).toHaveLength(1);
  });

  it('says that it is free, and how it is rated once somebody has', async () => {
    const { id, slug } = await buildModule(test, await test.signedIn('solver'));
    await test.db.update(moduleFigures).set({ ratingTotal: 14, ratingCount: 3 }).where(eq(moduleFigures.moduleId, id));
    expect((await shownAt(`/api/modules/${slug}/card.png`))?.figures).toEqual([
      { label: 'Price', value: 'Free' },
      { label: 'Rating', value: '4.7 / 5' },
    ]);
  });

  it('shows a module under its own address, whatever slugs look like ids', async () => {
    const author = await test.signedIn('solver');
    const module = await buildModule(test, author, { title: 'By its id' });
    await buildModule(test, author, { title: 'By its slug', slug: module.id });
    expect(await shownAt(`/api/modules/${module.id}/card.png`)).toMatchObject({ title: 'By its id' });
  });

  it.each(['in-review', 'rejected', 'unpublished'] as const)('is 404 from when one is %s, also to its author', async (status) => {
    const author = await test.signedIn('solver');
    const { id, slug } = await buildModule(test, author);
    expect((await open(`/api/modules/${slug}/card.png`)).statusCode).toBe(200);
    await test.db.update(modules).set({ status }).where(eq(modules.id, id));
    for (const headers of [{}, author.headers])
      expect((await open(`/api/modules/${slug}/card.png`, headers)).statusCode).toBe(404);
  });
});

describe('GET /api/auth/profile/:id/card.png', () => {
  it('shows name, headline, role and as many areas as have room', async () => {
    const expertiseAreas = ['React', 'Node.js', 'A very long name of an area of expertise', 'Go'];
    const { id } = await test.user({ name: 'Grace Hopper', headline: 'Compilers', role: 'solver', expertiseAreas });
    expect(await shownAt(`/api/auth/profile/${id}/card.png`)).toEqual({
      kind: 'Solver',
      title: 'Grace Hopper',
      isPerson: true,
      untitled: 'A solver on Solvent',
      text: 'Compilers',
      figures: [{ label: 'Areas of expertise', value: 'React · Node.js · Go' }],
    });
  });

  it('says since when somebody without areas is there', async () => {
    const { id } = await test.user({ createdAt: new Date('2026-01-31T23:30:00Z') });
    expect((await shownAt(`/api/auth/profile/${id}/card.png`))?.figures).toEqual([
      { label: 'Member since', value: 'January 2026' },
    ]);
  });

  it('is 404 for who deleted the account', async () => {
    const { id } = await test.user({ deletedAt: new Date() });
    expect((await open(`/api/auth/profile/${id}/card.png`)).statusCode).toBe(404);
  });
});

describe('the picture of a link preview (product 7.13)', () => {
  it.each([NOBODY, 'nothing', '%00', '%F0%9F%9A%80'])('is 404 for %s', async (id) => {
    for (const kind of ['problems', 'modules', 'auth/profile'])
      expect([kind, (await open(`/api/${kind}/${id}/card.png`)).statusCode]).toEqual([kind, 404]);
  });

  it('is kept by whoever has it for an hour, shown by other sites, and neither sent nor drawn to who has it', async () => {
    const { id } = await buildProblem(test.db, (await test.user()).id);
    const path = `/api/problems/${id}/card.png`;
    const { headers } = await open(path);
    const kept = { 'cache-control': 'public, max-age=3600', etag: expect.stringMatching(/^"[\w-]{43}"$/) };
    expect(headers).toMatchObject({ ...kept, 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' });
    const again = await open(path, { 'if-none-match': `W/${String(headers['etag'])}` });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ ...kept, etag: headers['etag'] });
    expect((await open(path, { 'if-none-match': '"another"' })).statusCode).toBe(200);
    expect(drawn).toHaveLength(1);
  });

  it('is drawn once, until what it shows is another', async () => {
    const { id, userId } = await buildProblem(test.db, (await test.user()).id);
    const path = `/api/problems/${id}/card.png`;
    const [first, second] = await Promise.all([open(path), open(path)]);
    expect(second.body).toBe(first.body);
    expect((await open(path)).headers['etag']).toBe(first.headers['etag']);
    expect(drawn).toHaveLength(1);
    await test.db.update(problems).set({ title: 'Another title' }).where(eq(problems.id, id));
    const third = await open(path);
    await test.db.update(users).set({ name: 'Another name' }).where(eq(users.id, userId));
    const fourth = await open(path);
    expect(drawn).toHaveLength(3);
    expect(new Set([first, third, fourth].map(({ headers }) => headers['etag'])).size).toBe(3);
  });
});
