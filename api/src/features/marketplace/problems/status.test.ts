import { and, eq, ne } from 'drizzle-orm';
import { PROBLEM_STATUSES } from '@solvent/contracts';
import type { BidStatus, ProblemStatus } from '@solvent/contracts';
import { bids, problemEvents, problems } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
const FORBIDDEN = { status: 403, body: { code: 'forbidden' } };

let test: TestApp;
let poster: TestCaller;
let worker: TestCaller;
let others: Record<string, TestCaller>;
beforeAll(async () => {
  test = await createTestApp();
  poster = await test.signedIn('seeker');
  worker = await test.signedIn('solver');
  others = {
    'another seeker': await test.signedIn('seeker'),
    'another solver': await test.signedIn('solver'),
    'another bidder': await test.signedIn('solver'),
  };
});
afterAll(() => test.close());

async function addBid(problemId: string, solver: TestCaller | undefined, status: BidStatus): Promise<void> {
  const now = new Date();
  const values = { amount: 50, message: 'I have done this before.', estimatedDays: 3, createdAt: now, updatedAt: now };
  await test.db.insert(bids).values({ ...values, problemId, solverId: solver?.user.id ?? '', status });
}

/** A problem with two bids as they are in this state. */
async function problemThatIs(status: ProblemStatus): Promise<string> {
  const { id } = await buildProblem(test.db, poster.user.id, { status, bidCount: 2 });
  const taken = status === 'in-progress' || status === 'solved';
  await addBid(id, worker, taken ? 'accepted' : 'pending');
  await addBid(id, others['another bidder'], taken ? 'rejected' : 'pending');
  return id;
}

const change = (id: string, status: unknown, as: TestCaller | undefined = poster) =>
  test.ask('PUT', `/api/problems/${id}/status`, { as, payload: { status } });

async function stored(id: string) {
  const [problem] = await test.db.select().from(problems).where(eq(problems.id, id));
  const its = await test.db.select().from(bids).where(eq(bids.problemId, id)).orderBy(bids.id);
  const counted = await test.db.$count(bids, and(eq(bids.problemId, id), ne(bids.status, 'withdrawn')));
  const { event, personId } = problemEvents;
  const events = await test.db.select({ event, personId }).from(problemEvents).where(eq(problemEvents.problemId, id));
  return { problem, statuses: its.map((bid) => bid.status), counted, events };
}

describe('PUT /api/problems/:id/status (product 4.10, 6.6)', () => {
  it.each([
    ['open', 'closed', 'closed'],
    ['closed', 'open', 'reopened'],
    ['in-progress', 'solved', 'solved'],
    ['in-progress', 'open', 'parted'],
  ] as const)('makes an %s problem %s: %s', async (from, to, event) => {
    const id = await problemThatIs(from);
    const { status, body } = await change(id, to);
    expect(status).toBe(200);
    expect(body).toMatchObject({ problem: { _id: id, status: to, timeline: [{}, { event, person: { _id: poster.user.id } }] } });
    expect(await stored(id)).toMatchObject({ problem: { status: to }, events: [{ event, personId: poster.user.id }] });
  });

  it('remembers when it was solved', async () => {
    const id = await problemThatIs('in-progress');
    const before = Date.now();
    await change(id, 'solved');
    const { problem, statuses } = await stored(id);
    expect(problem?.solvedAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(statuses).toEqual(['accepted', 'rejected']);
  });

  it.each(['the poster', 'the solver'])('withdraws the accepted bid when %s parts, which then does not count', async (who) => {
    const id = await problemThatIs('in-progress');
    const by = who === 'the poster' ? poster : worker;
    const { status, body } = await change(id, 'open', by);
    expect({ status, problem: body['problem'] }).toMatchObject({ status: 200, problem: { status: 'open', bidCount: 1 } });
    const now = await stored(id);
    expect(now).toMatchObject({ counted: 1, problem: { bidCount: 1 }, statuses: ['withdrawn', 'rejected'] });
    expect(now.events).toEqual([{ event: 'parted', personId: by.user.id }]);
  });

  it('lets bids wait while a problem is closed', async () => {
    const id = await problemThatIs('open');
    await change(id, 'closed');
    await change(id, 'open');
    expect(await stored(id)).toMatchObject({ statuses: ['pending', 'pending'], counted: 2, problem: { bidCount: 2 } });
  });

  const POSSIBLE = ['open closed', 'closed open', 'in-progress solved', 'in-progress open'];
  const impossible = PROBLEM_STATUSES.flatMap((from) => PROBLEM_STATUSES.map((to) => [from, to] as const)).filter(
    ([from, to]) => !POSSIBLE.includes(`${from} ${to}`),
  );

  it.each(impossible)('refuses to make an %s problem %s, and says what it is', async (from, to) => {
    const id = await problemThatIs(from);
    const before = await stored(id);
    const { status, body } = await change(id, to);
    expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'invalid_transition' });
    expect(body['message']).toContain(`This problem is ${from.replace('-', ' ')}`);
    expect(await stored(id)).toEqual(before);
  });

  it.each(['another seeker', 'another solver', 'another bidder'])('is not for %s', async (who) => {
    for (const [from, to] of [
      ['open', 'closed'],
      ['in-progress', 'open'],
      ['solved', 'closed'],
    ] as const) {
      const id = await problemThatIs(from);
      const before = await stored(id);
      expect(await change(id, to, others[who])).toMatchObject(FORBIDDEN);
      expect(await stored(id)).toEqual(before);
    }
  });

  it('lets the solver part and say nothing else', async () => {
    const id = await problemThatIs('in-progress');
    expect(await change(id, 'solved', worker)).toMatchObject(FORBIDDEN);
    expect((await change(id, 'closed', worker)).status).toBe(409);
    expect(await change(await problemThatIs('open'), 'closed', worker)).toMatchObject(FORBIDDEN);
    expect((await stored(id)).problem?.status).toBe('in-progress');
    expect((await change(MISSING_ID, 'closed')).status).toBe(404);
  });

  it('makes one change of ten at once', async () => {
    const id = await problemThatIs('in-progress');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        change(id, number % 2 === 0 ? 'solved' : 'open', number % 4 < 2 ? poster : worker),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { problem, counted, events } = await stored(id);
    expect(problem?.bidCount).toBe(counted);
    expect(events).toHaveLength(1);
  });

  it('is counted in the categories at once', async () => {
    const open = async () => JSON.stringify((await test.ask('GET', '/api/problems/categories')).body['categories']);
    const id = await problemThatIs('open');
    const before = await open();
    await change(id, 'closed');
    expect(await open()).not.toBe(before);
  });
});

describe('DELETE /api/problems/:id', () => {
  it('closes an open problem of the caller', async () => {
    const id = await problemThatIs('open');
    const answer = await test.ask('DELETE', `/api/problems/${id}`, { as: poster });
    expect(answer).toMatchObject({ status: 200, body: { problem: { _id: id, status: 'closed' } } });
    expect((await stored(id)).events).toEqual([{ event: 'closed', personId: poster.user.id }]);
  });

  it('closes no other', async () => {
    const id = await problemThatIs('in-progress');
    const message = 'This problem is in progress and cannot become closed.';
    expect(await test.ask('DELETE', `/api/problems/${id}`, { as: poster })).toMatchObject({ status: 409, body: { message } });
    expect(await test.ask('DELETE', `/api/problems/${id}`, { as: others['another seeker'] })).toMatchObject(FORBIDDEN);
    expect((await test.ask('DELETE', `/api/problems/${id}`)).status).toBe(401);
    expect((await test.ask('DELETE', `/api/problems/${MISSING_ID}`, { as: poster })).status).toBe(404);
    expect((await stored(id)).problem?.status).toBe('in-progress');
  });
});
