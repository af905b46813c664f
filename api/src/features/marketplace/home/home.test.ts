import type { HomeResponse } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import {
  requestAgreement,
  AGREED_AMOUNT,
  getAgreement,
  goodChange,
  goodView,
  setStatus,
  createActiveAgreement,
} from '../../../testing/agreements.ts';
import { addProblem, getBid, goodBid, placeBid, putBid } from '../../../testing/bids.ts';
import { getComment, createDiscussionClient } from '../../../testing/discussion.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { buildSolvedProblem, postReview } from '../../../testing/solved-problems.ts';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { agreements, problems } from '../../../schema/index.ts';

const test = setUpTestApp();
const seeker = setUpEach(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUpEach(() => test.signedIn('solver', { name: 'Diego', expertiseAreas: ['Rust', 'DevOps'] }));

async function home(as: TestCaller): Promise<HomeResponse> {
  const { status, body } = await test.request('GET', '/api/home', { as });
  expect(status).toBe(200);
  // The response schema allows no other type.
  return body as unknown as HomeResponse;
}
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
const person = ({ user }: TestCaller) => ({ _id: user.id, name: user.name, image: null });

describe('the home of a new user (product 2.49, 7.19)', () => {
  it('is empty', async () => {
    const totals = { work: 0, openProblems: 0, questions: 0, pendingBids: 0, posted: 0, bid: 0 };
    const nothing = { next: [], work: [], problems: [], questions: [], bids: [], matches: [], ratings: [], totals };
    expect(await home(seeker)).toEqual({ status: true, ...nothing });
  });
});

describe("a poster's home", () => {
  it('counts pending bids, and new ones since the poster last viewed them', async () => {
    const { id } = await addProblem(test, seeker, { title: 'Rows are lost' });
    await placeBid(test, solver, id);
    await placeBid(test, await test.signedIn('solver'), id);
    expect((await home(seeker)).problems).toMatchObject([{ _id: id, pendingBids: 2, newBids: 2, openQuestions: 0 }]);

    // Neither other viewers nor HEAD requests mark bids as seen.
    await test.request('GET', `/api/bids?problemId=${id}`, { as: solver });
    await test.request('HEAD', `/api/bids?problemId=${id}`, { as: seeker });
    expect((await home(seeker)).problems).toMatchObject([{ newBids: 2 }]);
    await test.request('GET', `/api/bids?problemId=${id}`, { as: seeker });
    const seen = await home(seeker);
    expect(seen.problems).toMatchObject([{ pendingBids: 2, newBids: 0 }]);
    expect(seen.next).toEqual([{ kind: 'bids', problem: { _id: id, title: 'Rows are lost' }, count: 2, person: null, at: null }]);

    await placeBid(test, await test.signedIn('solver'), id);
    const after = await home(seeker);
    expect(after.problems).toMatchObject([{ pendingBids: 3, newBids: 1 }]);
    expect(after.next).toMatchObject([{ kind: 'new-bids', count: 1 }]);
  });

  it('lists five open problems with their total: new bids first, then open questions, then the newest', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const createdAt = new Date(Date.now() - (10 - number) * DAY_MS);
      ids.push((await addProblem(test, seeker, { title: `Number ${number}`, createdAt })).id);
    }
    await placeBid(test, solver, ids[1] ?? '');
    await createDiscussionClient(test, ids[2] ?? '').addComment(solver, 'Which version?');
    await addProblem(test, seeker, { status: 'solved', solvedAt: new Date(Date.now() - 40 * DAY_MS) });
    const { problems: own, totals } = await home(seeker);
    expect(titles(own)).toEqual(['Number 1', 'Number 2', 'Number 5', 'Number 4', 'Number 3']);
    expect(totals).toMatchObject({ openProblems: 6, posted: 7 });
  });

  it('lists questions until the poster answers them', async () => {
    const { id } = await addProblem(test, seeker, { title: 'Rows are lost' });
    const talk = createDiscussionClient(test, id);
    const question = await talk.addComment(solver, 'Does it happen on **every** run?');
    await talk.addComment(seeker, 'By the way: only at night.');
    await talk.addComment(await test.signedIn('solver'), 'I wonder, too', question._id);
    const { questions, totals, next } = await home(seeker);
    expect(questions).toMatchObject([
      { _id: question._id, problem: { _id: id }, author: person(solver), content: 'Does it happen on every run?' },
    ]);
    expect(totals.questions).toBe(1);
    expect(next).toMatchObject([{ kind: 'questions', count: 1, person: person(solver) }]);

    const answer = getComment(await talk.post(seeker, { content: 'It does.', parentId: question._id }));
    expect((await home(seeker)).questions).toEqual([]);
    await test.request('DELETE', `/api/comments/${answer._id}`, { as: seeker });
    expect((await home(seeker)).questions).toHaveLength(1);
    await test.db.update(problems).set({ status: 'closed' }).where(eq(problems.id, id));
    expect((await home(seeker)).questions).toEqual([]);
  });
});

describe("a solver's home", () => {
  it('lists pending bids, newest first', async () => {
    const [first, second] = [
      await addProblem(test, seeker, { title: 'First' }),
      await addProblem(test, seeker, { title: 'Second' }),
    ];
    const bid = getBid(await placeBid(test, solver, first.id));
    await placeBid(test, solver, second.id, { amount: 90 });
    const { bids, totals } = await home(solver);
    expect(bids).toMatchObject([
      { amount: 90, estimatedDays: 4, problem: { _id: second.id, title: 'Second', budget: 100, bidCount: 1 } },
      { _id: bid._id },
    ]);
    expect(totals).toMatchObject({ pendingBids: 2, bid: 2 });
    await putBid(test, solver, bid._id, 'withdraw');
    expect((await home(solver)).bids).toHaveLength(1);
  });

  it('lists open problems of others that match the areas and have no own bid', async () => {
    const named = (title: string, given: object = {}) => addProblem(test, seeker, { title, ...given });
    await named('By its tag', { tags: ['rust'] });
    await named('By its category', { category: 'devops' });
    await named('By nothing');
    await named('Solved', { tags: ['Rust'], status: 'solved' });
    await placeBid(test, solver, (await named('Bid on', { tags: ['Rust'] })).id);
    await addProblem(test, solver, { title: 'Own', tags: ['Rust'] });
    expect(titles((await home(solver)).matches)).toEqual(['By its category', 'By its tag']);
  });
});

describe('both parties', () => {
  it('follow an agreement from its delivery to the confirmed payment', async () => {
    const agreement = await createActiveAgreement(test);
    const readSteps = async () => {
      const responses = [await home(agreement.seeker), await home(agreement.solver)];
      return responses.map(({ work, next }) => [work[0]?.step, ...next.map(({ kind }) => kind)]);
    };
    const agreed = { problem: { _id: agreement.problemId, title: agreement.title }, amount: AGREED_AMOUNT, step: 'accepted' };
    const forSeeker = await home(agreement.seeker);
    expect(forSeeker).toMatchObject({
      work: [{ ...agreed, side: 'seeker', person: person(agreement.solver) }],
      next: [],
      problems: [],
      totals: { work: 1 },
    });
    const forSolver = await home(agreement.solver);
    expect(forSolver).toMatchObject({
      work: [{ ...agreed, side: 'solver', person: person(agreement.seeker) }],
      next: [],
      bids: [],
    });
    expect(forSolver.work[0]?.dueAt).toBe(forSeeker.work[0]?.dueAt);
    expect(Math.round((Date.parse(forSeeker.work[0]?.dueAt ?? '') - Date.now()) / DAY_MS)).toBe(goodBid.estimatedDays);
    const proposed = getAgreement(await requestAgreement(test, agreement.solver, agreement.id, 'POST changes', goodChange));
    expect(await readSteps()).toEqual([['accepted', 'change'], ['accepted']]);
    await requestAgreement(test, agreement.seeker, agreement.id, `PUT changes/${proposed.changes[0]?._id}`, { answer: 'agree' });
    expect(await home(agreement.solver)).toMatchObject({ work: [{ amount: goodChange.amount }] });
    expect((await test.request('GET', '/api/bids', { as: agreement.solver })).body).toMatchObject({
      sums: { accepted: goodChange.amount },
    });
    await requestAgreement(test, agreement.solver, agreement.id, 'PUT deliver', { note: 'All of it is read.' });
    expect(await readSteps()).toEqual([['delivered', 'delivered'], ['delivered']]);
    await requestAgreement(test, agreement.seeker, agreement.id, 'POST dispute', goodView);
    expect(await readSteps()).toEqual([['disputed'], ['disputed', 'dispute']]);
    await requestAgreement(test, agreement.seeker, agreement.id, 'DELETE dispute');
    await setStatus(test, agreement.seeker, agreement.problemId, 'solved');
    await Promise.all([agreement.seeker, agreement.solver].map((as) => postReview(test, agreement, as)));
    expect(await readSteps()).toEqual([['solved', 'pay'], ['solved']]);
    await requestAgreement(test, agreement.seeker, agreement.id, 'PUT paid');
    expect(await readSteps()).toEqual([['paid'], ['paid', 'received']]);
    await requestAgreement(test, agreement.solver, agreement.id, 'PUT received');
    expect(await readSteps()).toEqual([[undefined], [undefined]]);
  });

  it('no longer see work that was solved a month ago without a payment', async () => {
    const agreement = await createActiveAgreement(test);
    await setStatus(test, agreement.seeker, agreement.problemId, 'solved');
    expect((await home(agreement.seeker)).totals.work).toBe(1);
    await test.db
      .update(agreements)
      .set({ solvedAt: new Date(Date.now() - 31 * DAY_MS) })
      .where(eq(agreements.id, agreement.id));
    expect((await home(agreement.seeker)).totals.work).toBe(0);
  });

  it('are prompted for ratings until they rate or the deadline passes', async () => {
    const pair = await buildSolvedProblem(test, { solvedAgo: 3 });
    const problem = { _id: pair.problemId, title: 'A problem to solve' };
    for (const [one, other] of [
      [pair.seeker, pair.solver],
      [pair.solver, pair.seeker],
    ] as const) {
      const { ratings, next } = await home(one);
      expect(ratings).toMatchObject([{ problem, person: person(other) }]);
      expect(Math.round((Date.parse(ratings[0]?.until ?? '') - Date.now()) / DAY_MS)).toBe(11);
      expect(next).toEqual([{ kind: 'rate', problem, count: 1, person: person(other), at: ratings[0]?.until }]);
    }
    await postReview(test, pair, pair.seeker);
    expect((await home(pair.seeker)).ratings).toEqual([]);
    expect((await home(pair.solver)).ratings).toHaveLength(1);
    expect((await home((await buildSolvedProblem(test, { solvedAgo: 15 })).seeker)).ratings).toEqual([]);
  });
});
