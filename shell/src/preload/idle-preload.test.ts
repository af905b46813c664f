import { jest } from '@jest/globals';
import { clearSession, saveUser } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import { channelOf, pathOf, pinOf } from '../testing/channel-of.ts';
import { remotesOf } from '../testing/remotes-of.ts';
import { preloadWhenIdle } from './preload.ts';
import type { PathPreloader } from './preload.ts';

const preload = jest.fn<PathPreloader['preload']>().mockResolvedValue();
const addresses = () => preload.mock.calls.map(([address]) => address);

const { pages } = remotesOf(
  channelOf(
    pinOf('marketplace', {
      paths: [
        pathOf('/home', { preload: 'no' }),
        pathOf('/problems', { preload: 'soon' }),
        pathOf('/problems/:id', { preload: 'soon' }),
      ],
    }),
    pinOf('messaging', {
      paths: [pathOf('/faq', { preload: 'later' }), pathOf('/notifications', { preload: 'later', session: true })],
    }),
    pinOf('auth', { paths: [pathOf('/signin', { preload: 'soon' })] }),
  ),
  { fetch: async () => ({}) },
);

function saveData(saved: boolean | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: saved }, configurable: true });
}

let stop = () => {};
const start = () => (stop = preloadWhenIdle(pages, { preload }));

beforeEach(() => {
  jest.useFakeTimers();
  preload.mockClear();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'connection');
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
});

describe('pages that are preloaded when idle (product 2.8)', () => {
  it('come after 1 s or 2 s, as remote.json says; without params, without data', () => {
    start();
    jest.advanceTimersByTime(999);
    expect(preload).not.toHaveBeenCalled();
    jest.advanceTimersByTime(2);
    expect(preload.mock.calls).toEqual([
      ['/problems', { data: false }],
      ['/signin', { data: false }],
    ]);
    jest.advanceTimersByTime(998);
    expect(addresses()).toEqual(['/problems', '/signin']);
    jest.advanceTimersByTime(2);
    expect(addresses()).toEqual(['/problems', '/signin', '/faq']);
    jest.advanceTimersByTime(60_000);
    expect(preload).toHaveBeenCalledTimes(3);
  });

  it('wait for the browser to be idle, where it can say so', () => {
    const works: (() => void)[] = [];
    Object.assign(window, { requestIdleCallback: (work: () => void) => works.push(work) });
    start();
    jest.advanceTimersByTime(5000);
    expect(preload).not.toHaveBeenCalled();
    works.forEach((work) => work());
    expect(addresses()).toEqual(['/problems', '/signin', '/faq']);
  });

  it.each([
    [true, 0],
    [false, 3],
    [undefined, 3],
  ])('with saveData %s are %i', (saved, count) => {
    saveData(saved);
    start();
    jest.advanceTimersByTime(5000);
    expect(preload).toHaveBeenCalledTimes(count);
  });

  it('come to who signs in, where they need a session', () => {
    start();
    jest.advanceTimersByTime(5000);
    expect(addresses()).not.toContain('/notifications');
    for (let count = 0; count < 2; count += 1) {
      saveUser(buildUser({ token: 'a-token' }));
      clearSession();
    }
    jest.advanceTimersByTime(0);
    expect(addresses()).toEqual(['/problems', '/signin', '/faq', '/notifications']);
  });

  it('can be called off', () => {
    start();
    jest.advanceTimersByTime(1500);
    stop();
    jest.advanceTimersByTime(5000);
    expect(addresses()).toEqual(['/problems', '/signin']);
  });
});
