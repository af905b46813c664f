import { sql } from 'drizzle-orm';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { bidOf, goodBid, problemWithBids, put, stored } from '../../../testing/bids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const change = { amount: 90, estimatedDays: 2, message: 'I have read it once more: it is a smaller thing.' };
const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

/** One bid of one solver. */
async function oneBid() {
  const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
  return { poster, problem, solver: solvers[0] ?? poster, id: bids[0]?._id ?? '' };
}

describe('PUT /api/bids/:id', () => {
  it('changes a pending bid, and nothing that only the server decides', async () => {
    const { poster, problem, solver, id } = await oneBid();
    const forged = { status: 'accepted', solverId: poster.user.id, problemId: id, createdAt: 0, reason: 'forged' };
    const bid = bidOf(await put(test, solver, id, '', { ...change, ...forged }));
    expect(bid).toMatchObject({ ...change, _id: id, problemId: problem.id, status: 'pending', reason: null });
    expect(bid.solver._id).toBe(solver.user.id);
    expect(Date.parse(bid.updatedAt)).toBeGreaterThanOrEqual(Date.parse(bid.createdAt));
    expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 1 }, bids: [change], told: [{}] });
  });

  it.each([
    ['amount', 0],
    ['amount', -1],
    ['amount', 1_000_000_000],
    ['amount', 'free'],
    ['estimatedDays', 91],
    ['message', 'Too short'],
    ['message', 'x'.repeat(2001)],
  ])('refuses %s %j', async (field, value) => {
    const { problem, solver, id } = await oneBid();
    const { status, body } = await put(test, solver, id, '', { ...change, [field]: value });
    expect({ status, fields: Object.keys(body['errors'] ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect((await stored(test, problem.id)).bids).toMatchObject([goodBid]);
  });

  it.each(['accepted', 'rejected', 'withdrawn'] as const)('refuses to change one that was %s', async (status) => {
    const { poster, problem, solver, id } = await oneBid();
    const call = { accepted: 'accept', rejected: 'reject', withdrawn: 'withdraw' }[status];
    await put(test, status === 'withdrawn' ? solver : poster, id, call);
    expect(await put(test, solver, id, '', change)).toMatchObject(conflict(`This bid was ${status}.`));
    expect((await stored(test, problem.id)).bids).toMatchObject([goodBid]);
  });

  it('refuses to change one on a closed problem', async () => {
    const { problem, solver, id } = await oneBid();
    await test.db.execute(sql`UPDATE problems SET status = 'closed' WHERE id = ${problem.id}`);
    const message = 'This problem is not open for bids any more.';
    expect(await put(test, solver, id, '', change)).toMatchObject(conflict(message));
  });
});

describe('PUT /api/bids/:id/withdraw', () => {
  it('withdraws a pending bid, which does not count any more', async () => {
    const { problem, solver, id } = await oneBid();
    expect(bidOf(await put(test, solver, id, 'withdraw'))).toMatchObject({ _id: id, status: 'withdrawn' });
    expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0, status: 'open' }, counted: 0 });
  });

  it('withdraws once', async () => {
    const { problem, solver, id } = await oneBid();
    await put(test, solver, id, 'withdraw');
    expect(await put(test, solver, id, 'withdraw')).toMatchObject(conflict('This bid was withdrawn.'));
    expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0 }, counted: 0 });
  });

  it('leaves an accepted bid accepted', async () => {
    const { poster, problem, solver, id } = await oneBid();
    await put(test, poster, id, 'accept');
    expect(await put(test, solver, id, 'withdraw')).toMatchObject(conflict('This bid was accepted.'));
    expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 1, status: 'in-progress' }, counted: 1 });
  });

  it('withdraws one on a closed problem too', async () => {
    const { problem, solver, id } = await oneBid();
    await test.db.execute(sql`UPDATE problems SET status = 'closed' WHERE id = ${problem.id}`);
    expect(bidOf(await put(test, solver, id, 'withdraw')).status).toBe('withdrawn');
    expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0, status: 'closed' } });
  });
});
