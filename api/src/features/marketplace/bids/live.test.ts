import type { Socket } from 'socket.io-client';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { recordEvents, received, setUpTestSockets } from '../../../testing/sockets.ts';
import { getBid, goodBid, placeBid, problemWithBids, putBid } from '../../../testing/bids.ts';

const test = setUpTestApp();
const sockets = setUpTestSockets(test);

/** Returns the events that the caller's socket receives up to `until`. */
async function recordUntil(caller: TestCaller, until: string, act: () => Promise<unknown>): Promise<unknown[][]> {
  const socket = await sockets.connectAs(caller);
  const events = recordEvents(socket);
  const last = received(socket, until);
  await act();
  await last;
  return events;
}

/** Resolves once the socket is in the problem's room. */
async function watchProblem(socket: Socket, problemId: string): Promise<void> {
  socket.emit('watch_problem', problemId);
  const timer = setInterval(() => test.deps.realtime.toProblem(problemId, 'comment', { problemId }), 5);
  await received(socket, 'comment').finally(() => clearInterval(timer));
}

describe('live events to seeker and solvers', () => {
  it('report a decision to each solver', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
    const [winner = poster, loser = poster] = solvers;
    let lost: unknown[][] = [];
    const won = await recordUntil(winner, 'bid', async () => {
      lost = await recordUntil(loser, 'bid', () => putBid(test, poster, bids[0]?._id ?? '', 'accept'));
    });
    const change = ['bid', { problemId: problem.id }];
    expect(won).toMatchObject([['notification', { type: 'bid_accepted' }], change]);
    expect(lost).toMatchObject([['notification', { type: 'bid_rejected' }], change]);
  });

  it.each(['', 'withdraw'])('report a changed or withdrawn bid to the poster (%j)', async (call) => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const events = await recordUntil(poster, 'bid', () =>
      putBid(test, solvers[0], bids[0]?._id ?? '', call, { ...goodBid, amount: 90 }),
    );
    expect(events).toEqual([['bid', { problemId: problem.id }]]);
  });

  it('report a new bid, but no refused ones, to the poster', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const later = await test.signedIn('solver');
    const events = await recordUntil(poster, 'bid', async () => {
      expect((await placeBid(test, solvers[0] ?? poster, problem.id)).status).toBe(409);
      expect((await putBid(test, later, bids[0]?._id ?? '', 'withdraw')).status).toBe(404);
      getBid(await placeBid(test, later, problem.id));
    });
    expect(events).toMatchObject([
      ['notification', { type: 'new_bid', data: { problemId: problem.id } }],
      ['bid', { problemId: problem.id }],
    ]);
  });
});

describe('live events to viewers of the problem', () => {
  it('report changes of bids and state without private data', async () => {
    const { poster, problem, bids } = await problemWithBids(test, 1);
    const visitor = await test.signedIn('seeker');
    const socket = await sockets.connectAs(visitor);
    await watchProblem(socket, problem.id);
    const events = recordEvents(socket);
    const card = received(socket, 'problem');
    await putBid(test, poster, bids[0]?._id ?? '', 'accept');
    expect(await card).toMatchObject({ _id: problem.id, status: 'in-progress', bidCount: 1 });
    expect(events.map(([event]) => event).filter((event) => event !== 'comment')).toEqual(['bid', 'problem']);
    expect(JSON.stringify(events)).not.toContain(bids[0]?.message);
  });
});
