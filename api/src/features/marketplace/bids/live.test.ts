import type { Socket } from 'socket.io-client';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { recordEvents, received, openTestSockets } from '../../../testing/sockets.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import type { TestSockets } from '../../../testing/sockets.ts';
import { getBid, goodBid, placeBid, problemWithBids, putBid } from '../../../testing/bids.ts';

let test: TestApp;
let sockets: TestSockets;
let realtime: Realtime;
beforeAll(async () => {
  test = await createTestApp({
    features: [
      (_app, deps) => {
        realtime = deps.realtime;
      },
    ],
  });
  sockets = await openTestSockets(test);
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

/** What a caller's open pages hear while something is done, until they have heard of a notification or a changed bid. */
async function hearing(caller: TestCaller, until: string, act: () => Promise<unknown>): Promise<unknown[][]> {
  const socket = await sockets.connectAs(caller);
  const said = recordEvents(socket);
  const last = received(socket, until);
  await act();
  await last;
  return said;
}

/** Settles once the socket hears of a problem that it asks for. */
async function watching(socket: Socket, problemId: string): Promise<void> {
  socket.emit('watch_problem', problemId);
  const announcing = setInterval(() => realtime.toProblem(problemId, 'comment', { problemId }), 5);
  await received(socket, 'comment').finally(() => clearInterval(announcing));
}

describe('who takes part hears at once', () => {
  it('of the decision: who is accepted and who is not', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
    const [winner = poster, loser = poster] = solvers;
    let lost: unknown[][] = [];
    const won = await hearing(winner, 'bid', async () => {
      lost = await hearing(loser, 'bid', () => putBid(test, poster, bids[0]?._id ?? '', 'accept'));
    });
    const change = ['bid', { problemId: problem.id }];
    expect(won).toMatchObject([['notification', { type: 'bid_accepted' }], change]);
    expect(lost).toMatchObject([['notification', { type: 'bid_rejected' }], change]);
  });

  it.each(['', 'withdraw'])('that a bid was edited, while it is compared, or withdrawn: the poster (%j)', async (call) => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const said = await hearing(poster, 'bid', () =>
      putBid(test, solvers[0], bids[0]?._id ?? '', call, { ...goodBid, amount: 90 }),
    );
    expect(said).toEqual([['bid', { problemId: problem.id }]]);
  });

  it('of a new bid, with the notification, and of nothing that was refused: the poster', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const later = await test.signedIn('solver');
    const said = await hearing(poster, 'bid', async () => {
      expect((await placeBid(test, solvers[0] ?? poster, problem.id)).status).toBe(409);
      expect((await putBid(test, later, bids[0]?._id ?? '', 'withdraw')).status).toBe(404);
      getBid(await placeBid(test, later, problem.id));
    });
    expect(said).toMatchObject([
      ['notification', { type: 'new_bid', data: { problemId: problem.id } }],
      ['bid', { problemId: problem.id }],
    ]);
  });
});

describe('who looks at the problem', () => {
  it('hears that its bids and its state have changed, and nothing that not all may know', async () => {
    const { poster, problem, bids } = await problemWithBids(test, 1);
    const visitor = await test.signedIn('seeker');
    const socket = await sockets.connectAs(visitor);
    await watching(socket, problem.id);
    const said = recordEvents(socket);
    const card = received(socket, 'problem');
    await putBid(test, poster, bids[0]?._id ?? '', 'accept');
    expect(await card).toMatchObject({ _id: problem.id, status: 'in-progress', bidCount: 1 });
    expect(said.map(([event]) => event).filter((event) => event !== 'comment')).toEqual(['bid', 'problem']);
    expect(JSON.stringify(said)).not.toContain(bids[0]?.message);
  });
});
