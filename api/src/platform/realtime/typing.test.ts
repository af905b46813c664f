import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { setUpTestApp } from '../../testing/test-app.ts';
import { newId } from '../db/new-id.ts';
import { openConversationBetween, pairInConversation } from '../../testing/pair.ts';
import { recordEvents, received, setUpTestSockets } from '../../testing/sockets.ts';

const ROUNDS = 3;

const test = setUpTestApp();
const sockets = setUpTestSockets(test);
afterEach(() => {
  jest.restoreAllMocks();
});

/** Resolves once the server has handled all earlier events of a socket, including database lookups. */
async function flushEvents(socket: Socket): Promise<void> {
  const problemId = newId();
  socket.emit('watch_problem', problemId);
  const publishing = setInterval(() => test.deps.realtime.toProblem(problemId, 'bid', { problemId }), 2);
  await received(socket, 'bid').finally(() => clearInterval(publishing));
  const { $client: pool } = test.db;
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await setImmediate();
}

/** The `typing` events that sockets receive because of `act`. */
async function recordTyping(listeners: Socket[], author: Socket, act: () => unknown): Promise<unknown[][]> {
  const recorded = listeners.map((socket) => recordEvents(socket));
  await act();
  await flushEvents(author);
  for (const socket of listeners) await flushEvents(socket);
  return recorded.map((events) => events.filter(([event]) => event === 'typing').map(([, sign]) => sign));
}

describe('a user who types (product 9.13, 11.13)', () => {
  it('is shown in every tab of the other participant, and to no one else', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const otherPair = await pairInConversation(test.db);
    await openConversationBetween(test.db, seeker, otherPair.solver);
    const author = await sockets.connectAs(seeker);
    const listeners = [
      await sockets.connectAs(solver),
      await sockets.connectAs(solver),
      await sockets.connectAs(otherPair.solver),
      await sockets.connectAs(seeker),
    ];
    const sign = { conversationId, userId: seeker.user.id };
    expect(await recordTyping(listeners, author, () => author.emit('typing', conversationId))).toEqual([[sign], [sign], [], []]);
    // A user who does not participate.
    const other = await sockets.connectAs(otherPair.seeker);
    expect(await recordTyping(listeners, other, () => other.emit('typing', conversationId))).toEqual([[], [], [], []]);
  });

  it('is shown at most once a second per conversation', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const another = await test.signedIn('solver');
    const otherId = await openConversationBetween(test.db, seeker, another);
    const author = await sockets.connectAs(seeker);
    const listeners = [await sockets.connectAs(solver), await sockets.connectAs(another)];
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const flood = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let count = 0; count < 20; count += 1) author.emit('typing', count % 2 === 0 ? conversationId : otherId);
        await flushEvents(author);
      }
    };
    const counts = async () => (await recordTyping(listeners, author, flood)).map(({ length }) => length);
    expect(await counts()).toEqual([1, 1]);
    clock.mockReturnValue(Date.now() + 1000);
    expect(await counts()).toEqual([1, 1]);
  });

  it.each(['the author', 'the recipient'] as const)('is not shown if %s has blocked the other one', async (who) => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const [blocker, blocked] = who === 'the author' ? [seeker, solver] : [solver, seeker];
    const author = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const type = () => recordTyping([listener], author, () => author.emit('typing', conversationId));
    expect(await type()).toEqual([[{ conversationId, userId: seeker.user.id }]]);
    const path = `/api/auth/profile/${blocked.user.id}/block`;
    await test.request('PUT', path, { as: blocker });
    // After the cache has expired.
    const later = Date.now() + 10_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await type()).toEqual([[]]);
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
  ])('is ignored for the payload %s', async (_case, createPayload) => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const author = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const act = () => {
      author.emit('typing', createPayload(conversationId));
      author.emit('typing', conversationId);
    };
    const [signs] = await recordTyping([listener], author, act);
    expect(signs).toEqual([{ conversationId, userId: seeker.user.id }]);
  });

  it('cannot cause unlimited database lookups', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(test.db);
    const author = await sockets.connectAs(seeker);
    const listener = await sockets.connectAs(solver);
    const act = () => {
      for (let count = 0; count < 20; count += 1) author.emit('typing', newId());
      author.emit('typing', conversationId);
    };
    expect(await recordTyping([listener], author, act)).toEqual([[]]);
  });
});
