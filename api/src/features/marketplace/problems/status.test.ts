import { and, eq, ne } from 'drizzle-orm';
import { PROBLEM_STATUSES } from '@solvent/contracts';
import type { ProblemStatus } from '@solvent/contracts';
import { bids, problemEvents, problems } from '../../../schema/index.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { addBid, MISSING_ID } from '../../../testing/bids.ts';
import { buildProblem } from '../../../testing/problems.ts';

const FORBIDDEN = { status: 403, body: { code: 'forbidden' } };

const test = setUpTestApp();
const poster = setUp(() => test.signedIn('seeker'));
const worker = setUp(() => test.signedIn('solver'));
const bidder = setUp(() => test.signedIn('solver'));
const outsider = setUp(() => test.signedIn('seeker'));

/** A problem with two bids that match its status. */
async function createProblem(status: ProblemStatus): Promise<string> {
  const { id } = await buildProblem(test.db, poster.user.id, { status, bidCount: 2 });
  const hasSolver = status === 'in-progress' || status === 'solved';
  await addBid(test, id, worker.user.id, hasSolver ? 'accepted' : 'pending');
  await addBid(test, id, bidder.user.id, hasSolver ? 'rejected' : 'pending');
  return id;
}

const change = (id: string, status: ProblemStatus, as = poster) =>
  test.request('PUT', `/api/problems/${id}/status`, { as, payload: { status } });

async function stored(id: string) {
  const [problem] = await test.db.select().from(problems).where(eq(problems.id, id));
  const ownBids = await test.db.select().from(bids).where(eq(bids.problemId, id)).orderBy(bids.id);
  const counted = await test.db.$count(bids, and(eq(bids.problemId, id), ne(bids.status, 'withdrawn')));
  const { event, personId } = problemEvents;
  const events = await test.db.select({ event, personId }).from(problemEvents).where(eq(problemEvents.problemId, id));
  return { problem, statuses: ownBids.map((bid) => bid.status), counted, events };
}

describe('PUT /api/problems/:id/status (product 4.10, 6.6)', () => {
  it.each([
    ['open', 'closed', 'closed', 'pending pending'],
    ['closed', 'open', 'reopened', 'pending pending'],
    ['in-progress', 'solved', 'solved', 'accepted rejected'],
    ['in-progress', 'open', 'parted', 'withdrawn rejected'],
  ] as const)('makes an %s problem %s: %s, its bids are %s', async (from, to, event, statuses) => {
    const id = await createProblem(from);
    const { body } = await change(id, to);
    expect(body).toMatchObject({ problem: { _id: id, status: to, timeline: [{}, { event, person: { _id: poster.user.id } }] } });
    const now = await stored(id);
    expect(now).toMatchObject({ problem: { status: to }, events: [{ event, personId: poster.user.id }] });
    expect(now.problem?.bidCount).toBe(now.counted);
    expect(now.statuses.join(' ')).toBe(statuses);
    expect(now.problem?.solvedAt instanceof Date).toBe(to === 'solved');
  });

  it('lets the solver part, and change nothing else', async () => {
    const id = await createProblem('in-progress');
    expect(await change(id, 'solved', worker)).toMatchObject(FORBIDDEN);
    expect((await change(id, 'closed', worker)).status).toBe(409);
    expect(await change(await createProblem('open'), 'closed', worker)).toMatchObject(FORBIDDEN);
    const { body } = await change(id, 'open', worker);
    expect(body['problem']).toMatchObject({ status: 'open', bidCount: 1 });
    expect(await stored(id)).toMatchObject({
      counted: 1,
      problem: { bidCount: 1 },
      statuses: ['withdrawn', 'rejected'],
      events: [{ event: 'parted', personId: worker.user.id }],
    });
  });

  it('keeps bids pending while a problem is closed, and removes it from the category counts', async () => {
    const counted = async () => JSON.stringify((await test.request('GET', '/api/problems/categories')).body['categories']);
    const id = await createProblem('open');
    const before = await counted();
    await change(id, 'closed');
    expect(await counted()).not.toBe(before);
    await change(id, 'open');
    expect(await stored(id)).toMatchObject({ statuses: ['pending', 'pending'], counted: 2, problem: { bidCount: 2 } });
    expect(await counted()).toBe(before);
  });

  const POSSIBLE = ['open closed', 'closed open', 'in-progress solved', 'in-progress open'];
  const impossible = PROBLEM_STATUSES.flatMap((from) => PROBLEM_STATUSES.map((to) => [from, to] as const)).filter(
    ([from, to]) => !POSSIBLE.includes(`${from} ${to}`),
  );

  it.each(impossible)('rejects a change from %s to %s, and names the current status', async (from, to) => {
    const id = await createProblem(from);
    const before = await stored(id);
    const { status, body } = await change(id, to);
    expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'invalid_transition' });
    expect(body['message']).toContain(`This problem is ${from.replace('-', ' ')}`);
    expect(await stored(id)).toEqual(before);
  });

  it.each([
    ['open', 'closed'],
    ['in-progress', 'open'],
    ['solved', 'closed'],
  ] as const)('rejects other users who change an %s problem to %s', async (from, to) => {
    const id = await createProblem(from);
    const before = await stored(id);
    for (const other of [outsider, bidder, await test.signedIn('solver')])
      expect(await change(id, to, other)).toMatchObject(FORBIDDEN);
    expect(await stored(id)).toEqual(before);
  });

  it('applies one of ten concurrent changes', async () => {
    const id = await createProblem('in-progress');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        change(id, number % 2 === 0 ? 'solved' : 'open', number % 4 < 2 ? poster : worker),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { problem, counted, events } = await stored(id);
    expect(problem?.bidCount).toBe(counted);
    expect(events).toHaveLength(1);
  });
});

describe('DELETE /api/problems/:id', () => {
  const close = (id: string, as = poster) => test.request('DELETE', `/api/problems/${id}`, { as });

  it('closes only open problems of the caller', async () => {
    const id = await createProblem('open');
    expect(await close(id)).toMatchObject({ status: 200, body: { problem: { _id: id, status: 'closed' } } });
    expect((await stored(id)).events).toEqual([{ event: 'closed', personId: poster.user.id }]);
    const begun = await createProblem('in-progress');
    const message = 'This problem is in progress and cannot become closed.';
    expect(await close(begun)).toMatchObject({ status: 409, body: { message } });
    expect(await close(begun, outsider)).toMatchObject(FORBIDDEN);
    expect((await stored(begun)).problem?.status).toBe('in-progress');
    for (const call of [close, (missing: string) => change(missing, 'closed')]) expect((await call(MISSING_ID)).status).toBe(404);
  });
});
