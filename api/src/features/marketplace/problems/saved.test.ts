import { eq } from 'drizzle-orm';
import { SAVED_SEARCHES } from '@solvent/contracts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { savedSearches, problemReports } from '../schema.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('saved problems (product 2.22)', () => {
  const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';

  let posterId: string;
  let reader: TestCaller;
  beforeAll(async () => {
    posterId = (await test.user()).id;
  });
  beforeEach(async () => {
    reader = await test.signedIn('solver');
  });

  const add = (title: string, given = {}) => buildProblem(test.db, posterId, { title, ...given });
  const save = (id: string, as: TestCaller | undefined = reader) => test.ask('PUT', `/api/problems/${id}/save`, { as });
  const forget = (id: string) => test.ask('DELETE', `/api/problems/${id}/save`, { as: reader });
  const saved = async (query = '', as = reader) => (await test.ask('GET', `/api/problems/saved${query}`, { as })).body;

  describe('saved problems', () => {
    it('are listed with the latest saved first, closed ones too', async () => {
      const older = await add('saved last');
      const newer = await add('saved first', { status: 'closed' });
      expect(await save(newer.id)).toMatchObject({ status: 200, body: { status: true } });
      await save(older.id);
      expect(await saved()).toMatchObject({
        problems: [
          { _id: older.id, title: 'saved last', savedByMe: true },
          { title: 'saved first', status: 'closed', savedByMe: true },
        ],
        total: 2,
        page: 1,
        totalPages: 1,
      });
      expect(await saved('?page=2&limit=1')).toMatchObject({ problems: [{ title: 'saved first' }], total: 2, totalPages: 2 });
    });

    it('are saved once, and stay in their place', async () => {
      const [first, second] = [await add('first'), await add('second')];
      await save(first.id);
      await save(second.id);
      await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
      expect(await saved()).toMatchObject({ problems: [{ title: 'second' }, { title: 'first' }], total: 2 });
    });

    it('are let go of, also twice', async () => {
      const { id } = await add('let go');
      await save(id);
      expect((await forget(id)).status).toBe(200);
      expect((await forget(id)).status).toBe(200);
      expect(await saved()).toMatchObject({ problems: [], total: 0, totalPages: 1 });
    });

    it('are told of on the page and in every list, to who saved them alone', async () => {
      const { id } = await add('seen as saved');
      await add('not saved');
      await save(id);
      const other = await test.signedIn('seeker');
      for (const [as, is] of [
        [reader, true],
        [other, false],
        [undefined, false],
      ] as const) {
        expect((await test.ask('GET', `/api/problems/${id}`, { as })).body['problem']).toMatchObject({ savedByMe: is });
        for (const list of [
          '/api/problems?limit=2',
          `/api/problems/user?userId=${posterId}&limit=2`,
          '/api/problems?search=saved&limit=2',
        ])
          expect((await test.ask('GET', list, { as })).body['problems']).toMatchObject([
            { title: 'not saved', savedByMe: false },
            { title: 'seen as saved', savedByMe: is },
          ]);
      }
      expect(await saved('', other)).toMatchObject({ total: 0 });
    });

    it('must exist', async () => {
      expect(await save(MISSING)).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
      expect((await save('nothing')).status).toBe(404);
    });

    it('are for the signed-in, and page as all lists do', async () => {
      const { id } = await add('for others');
      for (const [method, url] of [
        ['GET', '/api/problems/saved'],
        ['PUT', `/api/problems/${id}/save`],
        ['DELETE', `/api/problems/${id}/save`],
      ] as const)
        expect(await test.ask(method, url)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(await saved('?page=0')).toMatchObject({ errors: { page: 'Pages count from 1' } });
      expect((await test.ask('HEAD', '/api/problems/saved', { as: reader })).status).toBe(200);
    });
  });
});

describe('saved searches', () => {
  const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';

  let person: TestCaller;
  beforeEach(async () => {
    person = await test.signedIn('solver');
  });

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

  describe('saved searches (product 4.29, 6.8, 7.20)', () => {
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
  });
});

describe('reports (product 3.16)', () => {
  let poster: TestCaller;
  let problemId: string;
  beforeAll(async () => {
    poster = await test.signedIn('seeker');
  });
  beforeEach(async () => {
    problemId = (await buildProblem(test.db, poster.user.id)).id;
  });

  const report = (as: TestCaller | undefined, payload: object, id = problemId) =>
    test.ask('POST', `/api/problems/${id}/reports`, { as, payload });
  const kept = () => test.db.select().from(problemReports).where(eq(problemReports.problemId, problemId));

  describe('POST /api/problems/:id/reports', () => {
    it('keeps what somebody says, for the team alone', async () => {
      const solver = await test.signedIn('solver');
      const answer = await report(solver, {
        reason: 'spam',
        description: '  The same text everywhere. ',
        userId: poster.user.id,
      });
      expect(answer).toMatchObject({ status: 201, body: { status: true } });
      expect(await kept()).toMatchObject([{ userId: solver.user.id, reason: 'spam', description: 'The same text everywhere.' }]);
    });

    it('replaces what the same person said before', async () => {
      const [one, other] = [await test.signedIn('solver'), await test.signedIn('seeker')];
      await report(one, { reason: 'spam', description: 'Twice.' });
      await report(other, { reason: 'other' });
      await report(one, { reason: 'copyright' });
      expect((await kept()).map(({ reason, description }) => [reason, description])).toEqual(
        expect.arrayContaining([
          ['other', ''],
          ['copyright', ''],
        ]),
      );
      expect(await kept()).toHaveLength(2);
    });

    it('is not for one’s own problem', async () => {
      expect(await report(poster, { reason: 'spam' })).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'This is your own problem: you can edit or close it.' },
      });
      expect(await kept()).toEqual([]);
      expect((await report(poster, { reason: 'spam' }, '01a1fc95-ef6f-7d45-9534-3c29a6ff569d')).status).toBe(404);
    });
  });
});
