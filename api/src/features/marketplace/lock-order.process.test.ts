import { getBid, placeBid, problemWithBids, putBid, readProblemState } from '../../testing/bids.ts';
import { deleteAccount, postConversation, send } from '../../testing/chat.ts';
import { createPausableTransactions } from '../../testing/pausable-transactions.ts';
import type { PausableTransactions } from '../../testing/pausable-transactions.ts';
import { goodProblem } from '../../testing/problems.ts';
import type { TestResponse, TestApp } from '../../testing/test-app.ts';

/** Pauses accepts within their transaction, while the problem is locked. */
let transactions: PausableTransactions;
let test: TestApp;
beforeAll(async () => {
  transactions = await createPausableTransactions('BEFORE INSERT ON agreements');
  ({ test } = transactions);
}, 300_000);
afterAll(() => transactions.close());

interface PausedAccept {
  acceptance: Promise<TestResponse>;
  release: () => Promise<void>;
}

async function pauseAccept(poster: Parameters<typeof putBid>[1], bidId: string): Promise<PausedAccept> {
  const release = await transactions.pause();
  const acceptance = putBid(test, poster, bidId, 'accept');
  await transactions.waitForLockWaits(1);
  return { acceptance, release };
}

async function createBid() {
  const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
  const [solver] = solvers;
  if (solver === undefined) throw new Error('No solver placed a bid');
  const startConversation = () => postConversation(test, solver, { userId: poster.user.id, problemId: problem.id });
  return { poster, problem, solver, bidId: bids[0]?._id ?? '', startConversation };
}

const getConversationId = ({ body }: TestResponse) => (body['conversation'] as { _id: string })._id;

describe('during a pending accept (docs/architecture.md, order of locks)', () => {
  it('the first message of a conversation about the problem is stored without waiting', async () => {
    const { poster, problem, solver, bidId, startConversation } = await createBid();
    const conversationId = getConversationId(await startConversation());
    const { acceptance, release } = await pauseAccept(poster, bidId);
    const sent = await send(test, solver, { conversationId });
    await release();
    expect([sent.status, (await acceptance).status]).toEqual([201, 200]);
    expect((await readProblemState(test, problem.id)).problem?.status).toBe('in-progress');
  });

  it('a conversation about the problem is opened without waiting, and reused by the accept', async () => {
    const { poster, bidId, startConversation } = await createBid();
    const { acceptance, release } = await pauseAccept(poster, bidId);
    const opened = await startConversation();
    await release();
    expect([opened.status, (await acceptance).status]).toEqual([201, 200]);
    expect(getConversationId(await startConversation())).toBe(getConversationId(opened));
  });

  it('the changes of the problem are compared without waiting (product 4.11)', async () => {
    const { poster, problem, solver, bidId } = await createBid();
    const payload = { ...goodProblem, title: 'Build a shop with a basket' };
    await test.request('PUT', `/api/problems/${problem.id}`, { as: poster, payload });
    const later = getBid(await placeBid(test, await test.signedIn('solver'), problem.id));
    const { acceptance, release } = await pauseAccept(poster, later._id);
    const compared = await test.request('GET', `/api/bids/${bidId}/comparison`, { as: solver });
    await release();
    expect([compared.status, (await acceptance).status]).toEqual([200, 200]);
  });

  it.each(['poster', 'solver'] as const)('deleting the account of the %s waits for the accept', async (side) => {
    const bid = await createBid();
    await bid.startConversation();
    const { acceptance, release } = await pauseAccept(bid.poster, bid.bidId);
    const deleting = deleteAccount(test, bid[side]);
    await transactions.waitForLockWaits(2);
    await release();
    expect((await acceptance).status).toBe(200);
    await deleting;
    const { problem, bids } = await readProblemState(test, bid.problem.id);
    expect([problem?.status, bids[0]?.status]).toEqual([side === 'poster' ? 'closed' : 'open', 'withdrawn']);
  });
});
