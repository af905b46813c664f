import { getBid, placeBid, problemWithBids, putBid, readProblemState } from '../../testing/bids.ts';
import { deleteAccount, postConversation, send } from '../../testing/chat.ts';
import { createPausableTransactions } from '../../testing/pausable-transactions.ts';
import type { PausableTransactions } from '../../testing/pausable-transactions.ts';
import { goodProblem } from '../../testing/problems.ts';
import type { TestResponse, TestApp } from '../../testing/test-app.ts';

/** Holds accepts in the middle of their transaction, with the problem locked. */
let held: PausableTransactions;
let test: TestApp;
beforeAll(async () => {
  held = await createPausableTransactions('BEFORE INSERT ON agreements');
  ({ test } = held);
}, 300_000);
afterAll(() => held.close());

interface HeldAccept {
  accepting: Promise<TestResponse>;
  release: () => Promise<void>;
}

async function holdAccept(poster: Parameters<typeof putBid>[1], bidId: string): Promise<HeldAccept> {
  const release = await held.pause();
  const accepting = putBid(test, poster, bidId, 'accept');
  await held.waitForLockWaits(1);
  return { accepting, release };
}

async function bidOn() {
  const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
  const [solver] = solvers;
  if (solver === undefined) throw new Error('No solver has bid');
  const talk = () => postConversation(test, solver, { userId: poster.user.id, problemId: problem.id });
  return { poster, problem, solver, bidId: bids[0]?._id ?? '', talk };
}

const idOf = ({ body }: TestResponse) => (body['conversation'] as { _id: string })._id;

describe('while a bid is accepted (docs/architecture.md, order of locks)', () => {
  it('the first message of a conversation about its problem is stored at once', async () => {
    const { poster, problem, solver, bidId, talk } = await bidOn();
    const conversationId = idOf(await talk());
    const { accepting, release } = await holdAccept(poster, bidId);
    const sent = await send(test, solver, { conversationId });
    await release();
    expect([sent.status, (await accepting).status]).toEqual([201, 200]);
    expect((await readProblemState(test, problem.id)).problem?.status).toBe('in-progress');
  });

  it('a conversation about its problem is opened at once, and is the one that the accept opens', async () => {
    const { poster, bidId, talk } = await bidOn();
    const { accepting, release } = await holdAccept(poster, bidId);
    const opened = await talk();
    await release();
    expect([opened.status, (await accepting).status]).toEqual([201, 200]);
    expect(idOf(await talk())).toBe(idOf(opened));
  });

  it('the changes of its problem are compared at once (product 4.11)', async () => {
    const { poster, problem, solver, bidId } = await bidOn();
    const payload = { ...goodProblem, title: 'Build a shop with a basket' };
    await test.request('PUT', `/api/problems/${problem.id}`, { as: poster, payload });
    const later = getBid(await placeBid(test, await test.signedIn('solver'), problem.id));
    const { accepting, release } = await holdAccept(poster, later._id);
    const compared = await test.request('GET', `/api/bids/${bidId}/comparison`, { as: solver });
    await release();
    expect([compared.status, (await accepting).status]).toEqual([200, 200]);
  });

  it.each(['poster', 'solver'] as const)('the account of the %s is deleted after it, not across it', async (side) => {
    const its = await bidOn();
    await its.talk();
    const { accepting, release } = await holdAccept(its.poster, its.bidId);
    const deleting = deleteAccount(test, its[side]);
    await held.waitForLockWaits(2);
    await release();
    expect((await accepting).status).toBe(200);
    await deleting;
    const { problem, bids } = await readProblemState(test, its.problem.id);
    expect([problem?.status, bids[0]?.status]).toEqual([side === 'poster' ? 'closed' : 'open', 'withdrawn']);
  });
});
