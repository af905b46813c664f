import { eq } from 'drizzle-orm';
import { SAVED_SEARCHES } from '@solvent/contracts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpEach, setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { problemReports, savedSearches } from '../../../schema/index.ts';

const test = setUpTestApp();

describe('saved problems (product 2.22)', () => {
  let posterId: string;
  beforeAll(async () => {
    posterId = (await test.user()).id;
  });
  const reader = setUpEach(() => test.signedIn('solver'));

  const add = (title: string, given = {}) => buildProblem(test.db, posterId, { title, ...given });
  const save = (id: string) => test.request('PUT', `/api/problems/${id}/save`, { as: reader });
  const unsave = (id: string) => test.request('DELETE', `/api/problems/${id}/save`, { as: reader });
  const saved = async (query = '', as = reader) => (await test.request('GET', `/api/problems/saved${query}`, { as })).body;

  it('lists the latest saved first, including closed ones', async () => {
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

  it('saves each once without moving it, and removes it idempotently', async () => {
    const [first, second] = [await add('first'), await add('second')];
    await save(first.id);
    await save(second.id);
    await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
    expect(await saved()).toMatchObject({ problems: [{ title: 'second' }, { title: 'first' }], total: 2 });
    for (const { id } of [first, second, second]) expect((await unsave(id)).status).toBe(200);
    expect(await saved()).toMatchObject({ problems: [], total: 0, totalPages: 1 });
  });

  it('marks them on their pages and in every list, only for the user who saved them', async () => {
    const { id } = await add('seen as saved');
    await add('not saved');
    await save(id);
    const other = await test.signedIn('seeker');
    for (const [as, is] of [
      [reader, true],
      [other, false],
      [undefined, false],
    ] as const) {
      expect((await test.request('GET', `/api/problems/${id}`, { as })).body['problem']).toMatchObject({ savedByMe: is });
      for (const list of [
        '/api/problems?limit=2',
        `/api/problems/user?userId=${posterId}&limit=2`,
        '/api/problems?search=saved&limit=2',
      ])
        expect((await test.request('GET', list, { as })).body['problems']).toMatchObject([
          { title: 'not saved', savedByMe: false },
          { title: 'seen as saved', savedByMe: is },
        ]);
    }
    expect(await saved('', other)).toMatchObject({ total: 0 });
  });

  it('rejects a problem that does not exist', async () => {
    expect(await save(MISSING_ID)).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
    expect((await save('nothing')).status).toBe(404);
  });
});

describe('saved searches (product 4.29, 6.8, 7.20)', () => {
  const person = setUpEach(() => test.signedIn('solver'));

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
    test.request('POST', '/api/problems/searches', { as, payload: { name, query } });
  const listed = async (as = person) => (await test.request('GET', '/api/problems/searches', { as })).body['searches'];
  const remove = (id: string, as = person) => test.request('DELETE', `/api/problems/searches/${id}`, { as });
  const getId = ({ body }: Awaited<ReturnType<typeof save>>) => (body['search'] as { _id: string })._id;
  const stored = (as = person) => test.db.$count(savedSearches, eq(savedSearches.userId, as.user.id));

  it('stores all filters, and lists the latest first to their owner only', async () => {
    expect(await listed()).toEqual([]);
    const search = {
      _id: expect.any(String),
      name: 'Sockets',
      query: QUERY,
      alerts: 'off',
      createdAt: expect.stringMatching(/Z$/),
    };
    // Fields that are not filters are dropped.
    const typed = { ...QUERY, page: 2, limit: 100, userId: MISSING_ID };
    expect((await save('  Sockets ', typed)).body['search']).toEqual(search);
    await save('All of them', {});
    expect(await listed()).toEqual([{ ...search, name: 'All of them', query: {} }, search]);
    expect(await listed(await test.signedIn('solver'))).toEqual([]);
  });

  it('rejects duplicates regardless of case and order of tags; another sort or price is another search', async () => {
    await save('Sockets', QUERY);
    const duplicate = conflictResponse('You have saved this search already, as “Sockets”.');
    for (const same of [QUERY, { ...QUERY, tags: 'aws, React,react' }, { ...QUERY, search: ' SOCKET ' }])
      expect(await save('Again', same)).toMatchObject(duplicate);
    const newest = { search: 'socket', sort: 'newest' };
    const others = [
      { ...QUERY, sort: 'budget' },
      { ...QUERY, price_max: 3000 },
      { sort: 'budget' },
      newest,
      { search: 'socket' },
    ];
    for (const other of others) expect((await save('One', other)).status).toBe(201);
    await save('Newest', { sort: 'newest' });
    expect((await save('Newest by itself', {})).status).toBe(409);
  });

  it('allows at most twenty, even for concurrent requests', async () => {
    const many = Array.from({ length: SAVED_SEARCHES.max + 5 }, (_, number) =>
      save(`Number ${number}`, { search: `word${number}` }),
    );
    const answers = await Promise.all(many);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(SAVED_SEARCHES.max);
    const full = conflictResponse('You can save up to 20 searches. Delete one that you no longer need.');
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(full);
    expect(await stored()).toBe(SAVED_SEARCHES.max);
  });

  it('stores concurrent duplicates once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => save('Once', QUERY)));
    expect(await stored()).toBe(1);
  });

  it('lets only their owner delete them', async () => {
    const id = getId(await save('Mine', QUERY));
    const other = await test.signedIn('solver');
    const missing = { status: 404, body: { message: 'This search does not exist.' } };
    expect(await remove(id, other)).toMatchObject(missing);
    expect(await stored()).toBe(1);
    expect(await remove(id)).toMatchObject({ status: 200, body: { status: true } });
    expect(await remove(id)).toMatchObject(missing);
    expect(await remove(MISSING_ID)).toMatchObject(missing);
    expect((await save('Mine again', QUERY)).status).toBe(201);
  });

  it('drops fields that are no longer valid, and keeps the rest', async () => {
    // Stored when this category existed.
    const query = { search: 'socket', category: 'carpentry', price_max: 500 } as object;
    await test.db.insert(savedSearches).values({ userId: person.user.id, name: 'Old', query, createdAt: new Date() });
    const valid = { search: 'socket', price_max: 500 };
    expect(await listed()).toEqual([expect.objectContaining({ name: 'Old', query: valid })]);
  });
});

describe('POST /api/problems/:id/reports (product 3.16)', () => {
  let problemId: string;
  const poster = setUp(() => test.signedIn('seeker'));
  beforeEach(async () => {
    problemId = (await buildProblem(test.db, poster.user.id)).id;
  });

  const report = (as: TestCaller, payload: object, id = problemId) =>
    test.request('POST', `/api/problems/${id}/reports`, { as, payload });
  const stored = () => test.db.select().from(problemReports).where(eq(problemReports.problemId, problemId));

  it('stores the report, replacing an earlier one of the same user', async () => {
    const [one, other] = [await test.signedIn('solver'), await test.signedIn('seeker')];
    const spam = { reason: 'spam', description: '  The same text everywhere. ', userId: poster.user.id };
    expect(await report(one, spam)).toMatchObject({ status: 201, body: { status: true } });
    const first = { userId: one.user.id, reason: 'spam', description: 'The same text everywhere.' };
    expect(await stored()).toMatchObject([first]);
    await report(other, { reason: 'other' });
    await report(one, { reason: 'copyright' });
    const [others, last] = [
      { userId: other.user.id, reason: 'other' },
      { userId: one.user.id, reason: 'copyright', description: '' },
    ];
    const now = await stored();
    expect(now).toHaveLength(2);
    expect(now).toEqual(expect.arrayContaining([expect.objectContaining(others), expect.objectContaining(last)]));
  });

  it('rejects a report of the user’s own problem', async () => {
    const own = conflictResponse('You can’t report your own problem. Edit or close it instead.');
    expect(await report(poster, { reason: 'spam' })).toMatchObject(own);
    expect(await stored()).toEqual([]);
    expect((await report(poster, { reason: 'spam' }, MISSING_ID)).status).toBe(404);
  });
});
