import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { newId } from '../db/new-id.ts';
import type { Realtime } from './realtime.ts';
import { openConversationBetween, pairInConversation } from '../../testing/pair.ts';
import { recordEvents, received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

/** How often a flood is let in before the next one comes. */
const ROUNDS = 3;

let test: TestApp;
let sockets: TestSockets;
let realtime: Realtime;

beforeAll(async () => {
  test = await createTestApp({ features: [(_app, deps) => void ({ realtime } = deps)] });
  sockets = await openTestSockets(test);
});
afterEach(() => {
  jest.restoreAllMocks();
  return sockets.disconnectAll();
});
afterAll(() => test.close());

/** Settles when the server has taken in all that a socket has said before, and looked up what it had to. */
async function takenIn(socket: Socket): Promise<void> {
  const problemId = newId();
  socket.emit('watch_problem', problemId);
  const announcing = setInterval(() => realtime.toProblem(problemId, 'bid', { problemId }), 2);
  await received(socket, 'bid').finally(() => clearInterval(announcing));
  const { $client: pool } = test.db;
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await setImmediate();
}

/** The signs of writing that sockets hear while `act` and what follows from it happen. */
async function signsAt(listeners: Socket[], speaker: Socket, act: () => unknown): Promise<unknown[][]> {
  const said = listeners.map((socket) => recordEvents(socket));
  await act();
  await takenIn(speaker);
  for (const socket of listeners) await takenIn(socket);
  return said.map((words) => words.filter(([event]) => event === 'typing').map(([, sign]) => sign));
}

describe('somebody who writes (product 9.13, 11.13)', () => {
  it('is shown to every tab of the other one, and to nobody else', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const stranger = await pairInConversation(test.db);
    await openConversationBetween(test.db, seeker, stranger.solver);
    const speaker = await sockets.connectAs(seeker);
    const listeners = [
      await sockets.connectAs(solver),
      await sockets.connectAs(solver),
      await sockets.connectAs(stranger.solver),
      await sockets.connectAs(seeker),
    ];
    const sign = { conversationId, userId: seeker.user.id };
    expect(await signsAt(listeners, speaker, () => speaker.emit('typing', conversationId))).toEqual([[sign], [sign], [], []]);
    // Nor is a stranger in their conversation.
    const other = await sockets.connectAs(stranger.seeker);
    expect(await signsAt(listeners, other, () => other.emit('typing', conversationId))).toEqual([[], [], [], []]);
  });

  it('is shown once a second at most, in each conversation', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const another = await test.signedIn('solver');
    const otherId = await openConversationBetween(test.db, seeker, another);
    const speaker = await sockets.connectAs(seeker);
    const listeners = [await sockets.connectAs(solver), await sockets.connectAs(another)];
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const flood = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let count = 0; count < 20; count += 1) speaker.emit('typing', count % 2 === 0 ? conversationId : otherId);
        await takenIn(speaker);
      }
    };
    const counts = async () => (await signsAt(listeners, speaker, flood)).map(({ length }) => length);
    expect(await counts()).toEqual([1, 1]);
    clock.mockReturnValue(Date.now() + 1000);
    expect(await counts()).toEqual([1, 1]);
  });

  it.each(['who writes', 'the other one'] as const)('is not shown where %s has blocked the other', async (who) => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const [blocker, blocked] = who === 'who writes' ? [seeker, solver] : [solver, seeker];
    const speaker = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const write = () => signsAt([listener], speaker, () => speaker.emit('typing', conversationId));
    expect(await write()).toEqual([[{ conversationId, userId: seeker.user.id }]]);
    const path = `/api/auth/profile/${blocked.user.id}/block`;
    await test.request('PUT', path, { as: blocker });
    // Who the other one is may be remembered for so long.
    const later = Date.now() + 10_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await write()).toEqual([[]]);
  });

  it.each<[string, (id: string) => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 7],
    ['a list', (id) => [id]],
    ['an object', (id) => ({ conversationId: id })],
    ['an id and more', (id) => `${id}'`],
    ['a long text', () => 'x'.repeat(3000)],
    ['a missing conversation', () => newId()],
  ])('is ignored where the page says %s', async (_what, payloadOf) => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const speaker = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const act = () => {
      speaker.emit('typing', payloadOf(conversationId));
      speaker.emit('typing', conversationId);
    };
    const [signs] = await signsAt([listener], speaker, act);
    expect(signs).toEqual([{ conversationId, userId: seeker.user.id }]);
  });

  it('cannot make the server look for ever more conversations', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const speaker = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const act = () => {
      for (let count = 0; count < 20; count += 1) speaker.emit('typing', newId());
      speaker.emit('typing', conversationId);
    };
    expect(await signsAt([listener], speaker, act)).toEqual([[]]);
  });
});
