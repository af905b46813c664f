import type { Socket } from 'socket.io-client';
import { newId } from '../db/new-id.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import type { Realtime } from './realtime.ts';
import { recordEvents, received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
let sockets: TestSockets;
let realtime: Realtime;
let caller: TestCaller;

beforeAll(async () => {
  test = await createTestApp({ features: [(_app, deps) => void ({ realtime } = deps)] });
  sockets = await openTestSockets(test);
  caller = await test.signedIn('solver');
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

type Words = [event: string, ...payload: unknown[]];

/** Settles when the server has taken in all that the socket has said: it hears of a problem that it asked for last. */
async function takenIn(socket: Socket): Promise<void> {
  const problemId = newId();
  socket.emit('watch_problem', problemId);
  const announcing = setInterval(() => realtime.toProblem(problemId, 'bid', { problemId }), 2);
  await received(socket, 'bid').finally(() => clearInterval(announcing));
  socket.emit('unwatch_problem', problemId);
}

/** Which of these problems a socket hears of after it has said these words. */
async function heardOf(problemIds: string[], ...words: Words[]): Promise<unknown[]> {
  const socket = await sockets.connectAs(caller);
  for (const [event, ...payload] of words) socket.emit(event, ...payload);
  await takenIn(socket);
  const said = recordEvents(socket);
  for (const problemId of problemIds) realtime.toProblem(problemId, 'comment', { problemId });
  const end = received(socket, 'session_revoked');
  realtime.toUser(caller.user.id, 'session_revoked');
  await end;
  return said.filter(([event]) => event === 'comment').map(([, change]) => change);
}

const [one, other] = [newId(), newId()];

describe('a page that watches problems (product 11.13)', () => {
  it('hears of those, and of no others', async () => {
    expect(await heardOf([one, other], ['watch_problem', one])).toEqual([{ problemId: one }]);
    expect(await heardOf([one, other])).toEqual([]);
  });

  it('hears no more of one once it has stopped', async () => {
    const words: Words[] = [
      ['watch_problem', one],
      ['watch_problem', other],
      ['unwatch_problem', one],
    ];
    expect(await heardOf([one, other], ...words)).toEqual([{ problemId: other }]);
  });

  it('hears once of what it asked for twice, and stops at once', async () => {
    const twice: Words[] = [
      ['watch_problem', one],
      ['watch_problem', one.toUpperCase()],
    ];
    expect(await heardOf([one], ...twice)).toEqual([{ problemId: one }]);
    expect(await heardOf([one], ...twice, ['unwatch_problem', one])).toEqual([]);
  });

  it('watches fifty at most, and another one when it leaves one', async () => {
    const ids = Array.from({ length: 51 }, () => newId());
    const [first, second, last = ''] = [ids[0], ids[1], ids[50]];
    const said = [...ids.map((id): Words => ['watch_problem', id]), ['unwatch_problem', first] as Words];
    expect(await heardOf(ids.slice(2), ...said)).toEqual(ids.slice(2, 50).map((problemId) => ({ problemId })));
    expect(await heardOf([last], ...said, ['unwatch_problem', second], ['watch_problem', last])).toEqual([{ problemId: last }]);
  });
});

describe('what else a socket may say', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', [one]],
    ['an object', { toString: 'x', problemId: one }],
    ['a text that is no id', 'problem:1'],
    ['an id and more', `${one} `],
    ['a long text', 'x'.repeat(3000)],
  ])('is ignored where it watches %s', async (_what, payload) => {
    const words: Words[] = [
      ['watch_problem', payload],
      ['unwatch_problem', payload],
      ['watch_problem', other],
    ];
    expect(await heardOf([one, other], ...words)).toEqual([{ problemId: other }]);
  });

  it('cannot put it in rooms of others, and unknown events do nothing', async () => {
    const victim = await test.signedIn('seeker');
    const socket = await sockets.connectAs(caller);
    socket.emit('watch_problem', `user:${victim.user.id}`);
    socket.emit('join', `user:${victim.user.id}`);
    socket.emit('problem', { problemId: one });
    await takenIn(socket);
    const said = recordEvents(socket);
    realtime.toUser(victim.user.id, 'comment', { problemId: one });
    await takenIn(socket);
    expect(said.filter(([event]) => event !== 'bid')).toEqual([]);
    expect(socket.connected).toBe(true);
  });
});
