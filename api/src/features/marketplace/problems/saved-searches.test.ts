import { SAVED_SEARCHES } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { savedSearches } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';

let test: TestApp;
let person: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  person = await test.signedIn('solver');
});
afterAll(() => test.close());

const QUERY = {
  search: 'socket',
  tags: 'React,AWS',
  price_min: 0,
  price_max: 2500,
  category: 'cloud',
  status: 'open',
  sort: 'bids',
};
const save = (name: unknown, query: unknown, as = person) =>
  test.ask('POST', '/api/problems/searches', { as, payload: { name, query } });
const listed = async (as = person) => (await test.ask('GET', '/api/problems/searches', { as })).body['searches'];
const remove = (id: string, as = person) => test.ask('DELETE', `/api/problems/searches/${id}`, { as });
const idOf = ({ body }: Awaited<ReturnType<typeof save>>) => (body['search'] as { _id: string })._id;
const stored = (as = person) => test.db.$count(savedSearches, eq(savedSearches.userId, as.user.id));

describe('saved searches (product 4.29)', () => {
  it('are kept with all that they ask for, and listed with the latest first, to their person alone', async () => {
    expect(await listed()).toEqual([]);
    const search = { _id: expect.any(String), name: 'Sockets', query: QUERY, createdAt: expect.stringMatching(/Z$/) };
    expect(await save('  Sockets ', QUERY)).toMatchObject({ status: 201, body: { status: true, search } });
    await save('All of them', {});
    expect(await listed()).toEqual([{ ...search, name: 'All of them', query: {} }, search]);
    expect(await listed(await test.signedIn('solver'))).toEqual([]);
  });

  it('keep nothing that a list cannot be asked for', async () => {
    const { body } = await save('Second page', { search: 'socket', page: 2, limit: 100, userId: MISSING });
    expect(body['search']).toMatchObject({ query: { search: 'socket' } });
    expect(Object.keys((body['search'] as { query: object }).query)).toEqual(['search']);
  });

  it.each([
    ['a category', { category: 'carpentry' }, { 'query.category': 'There is no such category' }],
    ['an order', { sort: 'cheapest' }, { 'query.sort': 'There is no such order' }],
    ['a state', { status: 'lost' }, { 'query.status': 'There is no such status' }],
    ['a price', { price_min: 'x' }, { 'query.price_min': 'The lowest price must be a number' }],
    ['a text', { search: 'x'.repeat(201) }, { 'query.search': 'A search can be at most 200 characters' }],
    ['nothing', undefined, { query: 'Say what to search for' }],
  ])('are refused where the list would not take %s that they ask for', async (_what, query, errors) => {
    expect(await save('Odd', query)).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await stored()).toBe(0);
  });

  it.each([
    ['', 'Please name the search'],
    [' \n ', 'Please name the search'],
    ['x'.repeat(SAVED_SEARCHES.nameMax + 1), 'A name can be at most 80 characters'],
    ['a\u202Eb', 'Name has characters that hide or turn around what it says: delete it and type it again'],
  ])('have a name on one line: not %j', async (name, message) => {
    expect(await save(name, QUERY)).toMatchObject({ status: 422, body: { errors: { name: message } } });
  });

  it.each([
    ['the very same', QUERY],
    ['tags in another order', { ...QUERY, tags: 'aws, React,react' }],
    ['words in other cases', { ...QUERY, search: ' SOCKET ' }],
  ])('are kept once: %s is said, not doubled', async (_what, query) => {
    await save('Sockets', QUERY);
    const message = 'You have saved this search already, as “Sockets”.';
    expect(await save('Again', query)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    expect(await stored()).toBe(1);
  });

  it('of another order, or price, are others', async () => {
    for (const query of [
      QUERY,
      { ...QUERY, sort: 'budget' },
      { ...QUERY, price_max: 3000 },
      { sort: 'budget' },
      { search: 'socket', sort: 'newest' },
      { search: 'socket' },
    ])
      expect((await save('One', query)).status).toBe(201);
    await save('Newest', { sort: 'newest' });
    expect((await save('Newest by itself', {})).status).toBe(409);
  });

  it('are twenty at most, also of many at once', async () => {
    const many = Array.from({ length: SAVED_SEARCHES.max + 5 }, (_, number) =>
      save(`Number ${number}`, { search: `word${number}` }),
    );
    const answers = await Promise.all(many);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(SAVED_SEARCHES.max);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { message: 'You can save up to 20 searches. Delete one that you no longer need.' },
    });
    expect(await stored()).toBe(SAVED_SEARCHES.max);
  });

  it('are kept once, of the same at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => save('Once', QUERY)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  it('are deleted by their person alone, once', async () => {
    const id = idOf(await save('Mine', QUERY));
    const other = await test.signedIn('solver');
    const gone = { status: 404, body: { message: 'This search does not exist.' } };
    expect(await remove(id, other)).toMatchObject(gone);
    expect(await stored()).toBe(1);
    expect(await remove(id)).toMatchObject({ status: 200, body: { status: true } });
    expect(await remove(id)).toMatchObject(gone);
    expect(await remove(MISSING)).toMatchObject(gone);
    expect((await save('Mine again', QUERY)).status).toBe(201);
  });

  it('lose what nobody can ask for any more, and keep the rest', async () => {
    // As it was stored when there was such a category.
    const query = { search: 'socket', category: 'carpentry', price_max: 500 } as object;
    await test.db.insert(savedSearches).values({ userId: person.user.id, name: 'Old', query, createdAt: new Date() });
    expect(await listed()).toMatchObject([{ name: 'Old', query: { search: 'socket', price_max: 500 } }]);
    const [{ query: mended } = { query: {} }] = (await listed()) as { query: object }[];
    expect(mended).not.toHaveProperty('category');
    expect((await test.ask('GET', `/api/problems?${new URLSearchParams(mended as Record<string, string>)}`)).status).toBe(200);
  });

  it('are for the signed-in', async () => {
    for (const [method, url] of [
      ['GET', '/api/problems/searches'],
      ['POST', '/api/problems/searches'],
      ['DELETE', `/api/problems/searches/${MISSING}`],
    ] as const)
      expect(await test.ask(method, url, method === 'POST' ? { payload: { name: 'x', query: {} } } : {})).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
  });
});
