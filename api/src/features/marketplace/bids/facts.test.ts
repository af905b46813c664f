import { randomUUID } from 'node:crypto';
import type { Bid, BidFacts } from '@solvent/contracts';
import { messages } from '../../messaging/schema.ts';
import { bids } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, place, problemWithBids, put } from '../../../testing/bids.ts';
import { pair } from '../../../testing/chat.ts';
import { countStatements } from '../../../testing/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Weighed = Bid & { facts?: BidFacts };
const ask = (problemId: string, as?: TestCaller) => test.ask('GET', `/api/bids?problemId=${problemId}`, { as });
/** The answer's schema lets nothing else out. */
const bidsOf = async (problemId: string, as?: TestCaller) => (await ask(problemId, as)).body['bids'] as Weighed[];
const factsOf = async (problemId: string, as: TestCaller) => (await bidsOf(problemId, as)).map(({ facts }) => facts);

/** A talk about nothing: who says something, and after how many minutes. */
async function talk(seeker: TestCaller, solver: TestCaller, said: [who: 'seeker' | 'solver', minute: number][]) {
  const { id } = await pair(test, null, { seeker, solver });
  const start = Date.now() - 86_400_000;
  await test.db.insert(messages).values(
    said.map(([who, minute], index) => ({
      conversationId: id,
      seq: index + 1,
      senderId: (who === 'seeker' ? seeker : solver).user.id,
      clientId: randomUUID(),
      content: 'Hello',
      createdAt: new Date(start + minute * 60_000),
    })),
  );
}

describe('what helps to choose between bids', () => {
  it('is for the poster alone', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 2);
    expect(await factsOf(problem.id, poster)).toEqual([1, 2].map(() => expect.objectContaining({ shortlisted: false })));
    expect((await bidsOf(problem.id, solvers[0]))[0]).not.toHaveProperty('facts');
    expect(await bidsOf(problem.id)).toEqual([]);
  });

  it('counts the problems that the solver solved, for whomever', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 2);
    const when = { createdAt: new Date(), updatedAt: new Date() };
    for (const [status, bid] of [
      ['solved', 'accepted'],
      ['solved', 'accepted'],
      ['in-progress', 'accepted'],
      ['solved', 'rejected'],
    ] as const) {
      const { id } = await addProblem(test, await test.signedIn('seeker'), { status });
      const offer = { amount: 50, message: 'x', estimatedDays: 1, status: bid, ...when };
      await test.db.insert(bids).values({ problemId: id, solverId: solvers[0]?.user.id ?? '', ...offer });
    }
    expect((await factsOf(problem.id, poster)).map((facts) => facts?.solvedCount)).toEqual([0, 2]);
  });

  it('names the areas that the tags or the category ask for', async () => {
    const poster = await test.signedIn('seeker');
    const problem = await addProblem(test, poster, { tags: ['Node.js', 'react'], category: 'devops' });
    const areas = ['React', 'Nodejs', 'Deployment', 'Go', 'Reactor'];
    await place(test, await test.signedIn('solver', { expertiseAreas: areas }), problem.id);
    expect((await factsOf(problem.id, poster))[0]?.matchingAreas).toEqual(['React', 'Nodejs', 'Deployment']);
  });

  it('says how long the solver usually takes to answer: the median from the first message that waited', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 1);
    const [solver] = solvers;
    if (solver === undefined) throw new Error('Nobody bid');
    const minutes = async () => (await factsOf(problem.id, poster))[0]?.replyMinutes;
    await talk(poster, solver, [
      ['solver', 0],
      ['seeker', 10],
      ['seeker', 15],
      ['solver', 30],
      ['solver', 31],
      ['seeker', 40],
      ['solver', 45],
    ]);
    expect(await minutes()).toBeNull();
    await talk(await test.signedIn('seeker'), solver, [
      ['seeker', 100],
      ['solver', 700],
    ]);
    // 20, 5 and 600 minutes.
    expect(await minutes()).toBe(20);
  });

  it('costs one statement, however many bids there are; that they were looked at, one more', async () => {
    const { poster, problem } = await problemWithBids(test, 12);
    const statements = await countStatements(test.db)(() => ask(problem.id, poster));
    const asked = statements.filter((text) => /from "(?:bids|users|problems)"/i.test(text));
    expect(asked).toHaveLength(4);
  });
});

describe('PUT /api/bids/:id/shortlist', () => {
  it('is the poster’s own note, which changes nothing of the bid and is not told', async () => {
    const { poster, problem, bids: placed } = await problemWithBids(test, 2);
    const [first, second] = placed;
    const before = (await bidsOf(problem.id, poster)).map(({ updatedAt }) => updatedAt);
    expect(bidOf(await put(test, poster, first?._id ?? '', 'shortlist', { shortlisted: true }))).toMatchObject({
      _id: first?._id,
      status: 'pending',
    });
    const after = await bidsOf(problem.id, poster);
    expect(after.map(({ _id, facts }) => [_id, facts?.shortlisted])).toEqual([
      [second?._id, false],
      [first?._id, true],
    ]);
    expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before);
    await put(test, poster, first?._id ?? '', 'shortlist', { shortlisted: false });
    expect((await factsOf(problem.id, poster)).map((facts) => facts?.shortlisted)).toEqual([false, false]);
  });

  it('needs to be told which', async () => {
    const { poster, bids: placed } = await problemWithBids(test, 1);
    expect(await put(test, poster, placed[0]?._id ?? '', 'shortlist', {})).toMatchObject({
      status: 422,
      body: { errors: { shortlisted: 'Shortlisted must be true or false' } },
    });
  });
});
