import type { OwnProblemsAnswer } from '@solvent/contracts';
import { addProblem, bidOf, place, put } from '../../../testing/bids.ts';
import { discussionOf } from '../../../testing/discussion.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { countStatements } from '../../../testing/statements.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  seeker = await test.signedIn('seeker');
  solver = await test.signedIn('solver', { name: 'Diego' });
});

async function own(query = ''): Promise<OwnProblemsAnswer> {
  const { status, body } = await test.ask('GET', `/api/problems/user${query}`, { as: seeker });
  expect(status).toBe(200);
  // The answer's schema lets nothing else out.
  return body as unknown as OwnProblemsAnswer;
}

describe("one's own problems", () => {
  it('say what waits, and how far the work is', async () => {
    const waiting = await addProblem(test, seeker, { title: 'Waiting' });
    await place(test, solver, waiting.id);
    await discussionOf(test, waiting.id).say(solver, 'Which version?');
    const begun = await addProblem(test, seeker, { title: 'Begun' });
    const bid = bidOf(await place(test, solver, begun.id));
    await put(test, seeker, bid._id, 'accept');

    const person = { _id: solver.user.id, name: 'Diego', image: null };
    expect((await own()).problems).toMatchObject([
      { title: 'Begun', status: 'in-progress', pendingBids: 0, work: { step: 'accepted', person, dueAt: expect.any(String) } },
      { title: 'Waiting', status: 'open', pendingBids: 1, newBids: 1, openQuestions: 1, work: null },
    ]);
  });

  it('are counted by state, and listed by it', async () => {
    for (const status of ['open', 'open', 'solved', 'closed'] as const)
      await addProblem(test, seeker, { title: status, status, createdAt: new Date() });
    await addProblem(test, solver);
    const counts = { all: 4, open: 2, 'in-progress': 0, solved: 1, closed: 1 };
    expect(await own()).toMatchObject({ counts, total: 4, totalPages: 1 });
    expect(await own('?status=open&limit=1&page=2')).toMatchObject({
      problems: [{ title: 'open' }],
      counts,
      total: 2,
      page: 2,
      totalPages: 2,
    });
    expect(await own('?status=in-progress')).toMatchObject({ problems: [], counts, total: 0, totalPages: 1 });
    expect((await test.ask('GET', '/api/problems/user?status=lost', { as: seeker })).body['errors']).toEqual({
      status: 'There is no such status',
    });
  });

  it("are nobody else's to see so: of others there are the cards, by their state", async () => {
    await place(test, solver, (await addProblem(test, seeker, { title: 'An open one' })).id);
    await addProblem(test, seeker, { title: 'A solved one', status: 'solved' });
    for (const as of [solver, seeker, undefined]) {
      const { body } = await test.ask('GET', `/api/problems/user?userId=${seeker.user.id}&status=open`, { as });
      expect(body).toMatchObject({ problems: [{ title: 'An open one', bidCount: 1 }], total: 1 });
      expect(body).not.toHaveProperty('counts');
      expect(body).not.toHaveProperty('problems.0.newBids');
    }
  });

  it('are as few statements however many there are', async () => {
    const count = countStatements(test.db);
    const asked = () => count(() => own());
    await addProblem(test, seeker);
    const few = await asked();
    for (let number = 0; number < 9; number += 1) await addProblem(test, seeker);
    // The page, its counts, and who asks.
    expect(few).toHaveLength(3);
    expect(await asked()).toHaveLength(3);
  });
});
