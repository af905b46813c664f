import { jest } from '@jest/globals';
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
    pinOf('messaging', { paths: [pathOf('/notifications', { preload: 'later' })] }),
    pinOf('auth', { paths: [pathOf('/signin', { preload: 'soon' })] }),
  ),
  { fetch: async () => ({}) },
);

function saveData(saved: boolean | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: saved }, configurable: true });
}

beforeEach(() => {
  jest.useFakeTimers();
  preload.mockClear();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
});

describe('pages that are preloaded when idle (product 2.8)', () => {
  it('come after 1 s or 2 s, as remote.json says; without params, without data', () => {
    preloadWhenIdle(pages, { preload });
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
    expect(addresses()).toEqual(['/problems', '/signin', '/notifications']);
    jest.advanceTimersByTime(60_000);
    expect(preload).toHaveBeenCalledTimes(3);
  });

  it('wait for the browser to be idle, where it can say so', () => {
    const works: (() => void)[] = [];
    Object.assign(window, { requestIdleCallback: (work: () => void) => works.push(work) });
    preloadWhenIdle(pages, { preload });
    jest.advanceTimersByTime(5000);
    expect(preload).not.toHaveBeenCalled();
    works.forEach((work) => work());
    expect(addresses()).toEqual(['/problems', '/signin', '/notifications']);
  });

  it.each([
    [true, 0],
    [false, 3],
    [undefined, 3],
  ])('with saveData %s are %i', (saved, count) => {
    saveData(saved);
    preloadWhenIdle(pages, { preload });
    jest.advanceTimersByTime(5000);
    expect(preload).toHaveBeenCalledTimes(count);
  });

  it('can be called off', () => {
    const stop = preloadWhenIdle(pages, { preload });
    jest.advanceTimersByTime(1500);
    stop();
    jest.advanceTimersByTime(5000);
    expect(addresses()).toEqual(['/problems', '/signin']);
  });
});
