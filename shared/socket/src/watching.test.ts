import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { FakeSocket } from './test-socket.ts';

const sockets: FakeSocket[] = [];
jest.unstable_mockModule('socket.io-client', () => ({
  io: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
}));
const { clearSession, saveUser } = await import('@solvent/store');
const { startSocket } = await import('./connection.ts');
const { watchProblem } = await import('./watching.ts');

let count = 0;
async function connected(): Promise<FakeSocket> {
  count += 1;
  saveUser({ _id: 'ada', token: `token-${count}` } as SessionUser);
  await jest.advanceTimersByTimeAsync(0);
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('There is no socket');
  socket.receive('connect');
  return socket;
}

const stops: (() => void)[] = [];
const watch = (id: string) => {
  const stop = watchProblem(id);
  stops.push(stop);
  return stop;
};

beforeAll(() => {
  jest.useFakeTimers();
  startSocket();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearSession();
});
afterAll(() => jest.useRealTimers());

describe('watching a problem (product 11.13)', () => {
  it('is emitted once for all watchers, and undone by the last', async () => {
    const socket = await connected();
    const [one, other] = [watch('p-1'), watch('p-1')];
    expect(socket.emit.mock.calls).toEqual([['watch_problem', 'p-1']]);
    one();
    one();
    expect(socket.emit).toHaveBeenCalledTimes(1);
    other();
    expect(socket.emit.mock.calls).toEqual([
      ['watch_problem', 'p-1'],
      ['unwatch_problem', 'p-1'],
    ]);
  });

  it('is emitted again on every connection and socket for watched problems', async () => {
    const first = await connected();
    watch('p-1');
    watch('p-2')();
    watch('p-3');
    first.emit.mockClear();
    first.receive('disconnect', 'transport close');
    first.receive('connect');
    const both = [
      ['watch_problem', 'p-1'],
      ['watch_problem', 'p-3'],
    ];
    expect(first.emit.mock.calls).toEqual(both);
    expect((await connected()).emit.mock.calls).toEqual(both);
  });

  it('waits for the connection, so that nothing is emitted twice', async () => {
    const socket = await connected();
    socket.receive('disconnect', 'transport close');
    watch('p-1');
    watch('p-2')();
    expect(socket.emit).not.toHaveBeenCalled();
    socket.receive('connect');
    expect(socket.emit.mock.calls).toEqual([['watch_problem', 'p-1']]);
  });
});
