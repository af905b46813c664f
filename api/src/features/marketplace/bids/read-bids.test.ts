import { newId } from '../../../platform/db/new-id.ts';
import { personReviews } from '../schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, place, problemWithBids, put } from '../../../testing/bids.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
const DAY = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe("a problem's bids", () => {
  it('come with pending ones first, then the newest; the withdrawn are not counted', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
    const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
    await put(test, solvers[3], fourth, 'withdraw');
    await put(test, poster, third, 'reject');
    const all = await test.ask('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
    expect(all.body).toMatchObject({ bids: [second, first, fourth, third].map((_id) => ({ _id })), count: 3 });
    const some = await test.ask('GET', `/api/bids?problemId=${problem.id}&status=rejected`, { as: poster });
    expect(some.body).toMatchObject({ bids: [{ _id: third }], count: 3 });
  });

  it('say what others think of each solver, once it is to be seen', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 1);
    const subjectId = solvers[0]?.user.id ?? '';
    const review = async (rating: number, seenIn: number) => ({
      id: newId(),
      problemId: (await addProblem(test, poster)).id,
      authorId: poster.user.id,
      subjectId,
      rating,
      text: '',
      createdAt: new Date(),
      visibleFrom: new Date(Date.now() + seenIn),
    });
    await test.db.insert(personReviews).values([await review(5, -DAY), await review(4, -DAY), await review(1, DAY)]);
    const { body } = await test.ask('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
    expect(body['bids']).toMatchObject([{ solver: { _id: subjectId, rating: 4.5, ratingCount: 2 } }]);
  });

  it.each([
    [`problemId=${MISSING_ID}`, 404],
    ['problemId=first', 422],
    [`problemId=${MISSING_ID}&status=lost`, 422],
    [`problemId=${MISSING_ID}&solverId=${MISSING_ID}`, 422],
  ])('?%s is %i', async (query, status) => {
    expect((await test.ask('GET', `/api/bids?${query}`, { as: await test.signedIn('solver') })).status).toBe(status);
  });
});

describe('my bids', () => {
  it('are mine alone, newest first, with their problems and how many there are of each state', async () => {
    const poster = await test.signedIn('seeker', { name: 'Maya' });
    const solver = await test.signedIn('solver');
    const ids: string[] = [];
    for (const title of ['First of three', 'Second of three', 'Third of three']) {
      const { id } = await addProblem(test, poster, { title, budget: 70 });
      ids.push(bidOf(await place(test, solver, id))._id);
      await place(test, await test.signedIn('solver'), id);
    }
    await put(test, poster, ids[0] ?? '', 'accept');
    await put(test, solver, ids[1] ?? '', 'withdraw');

    const { status, body } = await test.ask('GET', '/api/bids', { as: solver });
    expect(status).toBe(200);
    const counts = { all: 3, pending: 1, accepted: 1, rejected: 0, withdrawn: 1 };
    expect(body).toMatchObject({ counts, page: 1, limit: 20, totalPages: 1 });
    expect(body['bids']).toMatchObject(ids.toReversed().map((_id) => ({ _id, solver: { _id: solver.user.id } })));
    const user = { _id: poster.user.id, name: 'Maya', image: null };
    const problem = { _id: expect.any(String), title: 'First of three', status: 'in-progress', budget: 70, user };
    expect(body['bids']).toHaveProperty('2.problem', problem);
    expect(body).not.toHaveProperty('count');
  });

  it('are paged and filtered by their state', async () => {
    const poster = await test.signedIn('seeker');
    const solver = await test.signedIn('solver');
    const placed: string[] = [];
    for (let count = 0; count < 3; count += 1)
      placed.push(bidOf(await place(test, solver, (await addProblem(test, poster)).id))._id);
    await put(test, solver, placed[1] ?? '', 'withdraw');
    const asked = async (query: string) => (await test.ask('GET', `/api/bids?${query}`, { as: solver })).body;
    expect(await asked('limit=2&page=2')).toMatchObject({ bids: [{ _id: placed[0] }], page: 2, totalPages: 2 });
    const pending = await asked('status=pending&limit=1');
    expect(pending).toMatchObject({ bids: [{ _id: placed[2] }], totalPages: 2, counts: { all: 3, pending: 2, withdrawn: 1 } });
    expect(await asked('page=9')).toMatchObject({ bids: [], totalPages: 1 });
  });

  it('come to a sum while they wait, and once they were accepted', async () => {
    const poster = await test.signedIn('seeker');
    const solver = await test.signedIn('solver');
    const placed: string[] = [];
    for (const amount of [100, 20, 3, 4000]) {
      const { id } = await addProblem(test, poster);
      placed.push(bidOf(await place(test, solver, id, { amount }))._id);
    }
    await put(test, poster, placed[0] ?? '', 'accept');
    await put(test, solver, placed[3] ?? '', 'withdraw');
    const sums = { pending: 23, accepted: 100 };
    expect((await test.ask('GET', '/api/bids?status=withdrawn', { as: solver })).body).toMatchObject({ sums });
  });

  it('are there for a seeker who was a solver, and nobody sees them without a session', async () => {
    const { body } = await test.ask('GET', '/api/bids', { as: await test.signedIn('seeker') });
    expect(body).toMatchObject({ bids: [], counts: { all: 0 }, sums: { pending: 0, accepted: 0 }, totalPages: 1 });
    expect(await test.ask('GET', '/api/bids')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});
