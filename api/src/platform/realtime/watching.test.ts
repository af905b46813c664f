import type { Socket } from 'socket.io-client';
import { newId } from '../db/new-id.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { recordEvents, received, setUpTestSockets } from '../../testing/sockets.ts';

const test = setUpTestApp();
const sockets = setUpTestSockets(test);
const caller = setUp(() => test.signedIn('solver'));

type Emission = [event: string, ...payload: unknown[]];

/** Resolves once the server has handled all earlier events of the socket. */
async function flushEvents(socket: Socket): Promise<void> {
  const problemId = newId();
  socket.emit('watch_problem', problemId);
  const publishing = setInterval(() => test.deps.realtime.toProblem(problemId, 'bid', { problemId }), 2);
  await received(socket, 'bid').finally(() => clearInterval(publishing));
  socket.emit('unwatch_problem', problemId);
}

/** The problems whose comments a socket receives after these events. */
async function recordComments(problemIds: string[], ...emissions: Emission[]): Promise<unknown[]> {
  const socket = await sockets.connectAs(caller);
  for (const [event, ...payload] of emissions) socket.emit(event, ...payload);
  await flushEvents(socket);
  const events = recordEvents(socket);
  for (const problemId of problemIds) test.deps.realtime.toProblem(problemId, 'comment', { problemId });
  const end = received(socket, 'session_revoked');
  test.deps.realtime.toUser(caller.user.id, 'session_revoked');
  await end;
  return events.filter(([event]) => event === 'comment').map(([, change]) => change);
}

const [one, other] = [newId(), newId()];

describe('a page that watches problems (product 11.13)', () => {
  it('receives their events, and no others', async () => {
    expect(await recordComments([one, other], ['watch_problem', one])).toEqual([{ problemId: one }]);
    expect(await recordComments([one, other])).toEqual([]);
  });

  it('receives no more events after it stops watching', async () => {
    const emissions: Emission[] = [
      ['watch_problem', one],
      ['watch_problem', other],
      ['unwatch_problem', one],
    ];
    expect(await recordComments([one, other], ...emissions)).toEqual([{ problemId: other }]);
  });

  it('receives events once when it watches twice, and stops with one event', async () => {
    const twice: Emission[] = [
      ['watch_problem', one],
      ['watch_problem', one.toUpperCase()],
    ];
    expect(await recordComments([one], ...twice)).toEqual([{ problemId: one }]);
    expect(await recordComments([one], ...twice, ['unwatch_problem', one])).toEqual([]);
  });

  it('watches at most fifty, and another one when it stops watching one', async () => {
    const ids = Array.from({ length: 51 }, () => newId());
    const [first, second, last = ''] = [ids[0], ids[1], ids[50]];
    const watched = [...ids.map((id): Emission => ['watch_problem', id]), ['unwatch_problem', first] as Emission];
    expect(await recordComments(ids.slice(2), ...watched)).toEqual(ids.slice(2, 50).map((problemId) => ({ problemId })));
    expect(await recordComments([last], ...watched, ['unwatch_problem', second], ['watch_problem', last])).toEqual([
      { problemId: last },
    ]);
  });
});

describe('another event of a socket', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', [one]],
    ['an object', { toString: 'x', problemId: one }],
    ['a text that is no id', 'problem:1'],
    ['an id and more', `${one} `],
    ['a long text', 'x'.repeat(3000)],
  ])('is ignored if it watches %s', async (_case, payload) => {
    const emissions: Emission[] = [
      ['watch_problem', payload],
      ['unwatch_problem', payload],
      ['watch_problem', other],
    ];
    expect(await recordComments([one, other], ...emissions)).toEqual([{ problemId: other }]);
  });

  it('cannot join rooms of other users, and unknown events do nothing', async () => {
    const victim = await test.signedIn('seeker');
    const socket = await sockets.connectAs(caller);
    socket.emit('watch_problem', `user:${victim.user.id}`);
    socket.emit('join', `user:${victim.user.id}`);
    socket.emit('problem', { problemId: one });
    await flushEvents(socket);
    const events = recordEvents(socket);
    test.deps.realtime.toUser(victim.user.id, 'comment', { problemId: one });
    await flushEvents(socket);
    expect(events.filter(([event]) => event !== 'bid')).toEqual([]);
    expect(socket.connected).toBe(true);
  });
});
