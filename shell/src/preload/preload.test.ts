import { jest } from '@jest/globals';
import type { PageModule } from '@solvent/federation';
import { clearSession, saveUser } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { buildChannel, buildPath, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';
import { createPathPreloader, preloadLinks, preloadWhenIdle } from './preload.ts';
import type { PathPreloader } from './preload.ts';

const preload = jest.fn<PathPreloader['preload']>().mockResolvedValue();
const addresses = () => preload.mock.calls.map(([address]) => address);
let stop = () => {};

beforeEach(() => {
  jest.useFakeTimers();
  preload.mockClear();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const { pages } = composeTestRemotes(
  buildChannel(
    buildPin('marketplace', {
      paths: [
        buildPath('/home', { preload: 'no' }),
        buildPath('/problems', { preload: 'soon' }),
        buildPath('/problems/:id', { preload: 'soon' }),
      ],
    }),
    buildPin('messaging', {
      paths: [buildPath('/faq', { preload: 'later' }), buildPath('/notifications', { preload: 'later', session: true })],
    }),
    buildPin('auth', { paths: [buildPath('/signin', { preload: 'soon' })] }),
  ),
  { fetch: async () => ({}) },
);

function saveData(saved: boolean | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: saved }, configurable: true });
}

const start = () => (stop = preloadWhenIdle(pages, { preload }));

describe('idle preloading (product 2.8)', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'connection');
    Reflect.deleteProperty(window, 'requestIdleCallback');
  });

  it('fetches pages without params after 1 s or 2 s, as in remote.json, without data', () => {
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

  it('waits for an idle callback if the browser supports it', () => {
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
  ])('with saveData %s preloads %i pages', (saved, count) => {
    saveData(saved);
    start();
    jest.advanceTimersByTime(5000);
    expect(preload).toHaveBeenCalledTimes(count);
  });

  it('fetches session pages after a sign-in', () => {
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

  it('stops', () => {
    start();
    jest.advanceTimersByTime(1500);
    stop();
    jest.advanceTimersByTime(5000);
    expect(addresses()).toEqual(['/problems', '/signin']);
  });
});

function linkTo(html: string): Element {
  document.body.innerHTML = html;
  const inner = document.querySelector('[data-here]');
  if (!inner) throw new Error('The page has no element to point at.');
  return inner;
}
const point = (at: Element, type = 'pointerover') => at.dispatchEvent(new Event(type, { bubbles: true }));

describe('preloading of links (product 2.8)', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/home');
    stop = preloadLinks({ preload });
  });

  it.each(['pointerover', 'focusin', 'touchstart'])('fetches code and data after 65 ms of %s', (type) => {
    point(linkTo('<a href="/problems/p-1?tab=bids"><b data-here>A problem</b></a>'), type);
    jest.advanceTimersByTime(64);
    expect(preload).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(preload.mock.calls).toEqual([['/problems/p-1?tab=bids', { data: true }]]);
  });

  it('ignores links that the pointer only passes or has left', () => {
    point(linkTo('<a href="/problems/1" data-here>1</a>'));
    jest.advanceTimersByTime(40);
    point(linkTo('<a href="/problems/2" data-here>2</a>'));
    jest.advanceTimersByTime(65);
    expect(addresses()).toEqual(['/problems/2']);
    point(linkTo('<a href="/problems/3" data-here>3</a>'));
    point(document.body);
    jest.advanceTimersByTime(1000);
    expect(addresses()).toEqual(['/problems/2']);
  });

  it.each([
    ['another site', '<a href="https://example.org/problems" data-here>Elsewhere</a>'],
    ['another tab', '<a href="/problems" target="_blank" data-here>New tab</a>'],
    ['the page itself', '<a href="/home" data-here>Home</a>'],
    ['a fragment of the page itself', '<a href="/home#faq" data-here>FAQ</a>'],
    ['mail', '<a href="mailto:ada@example.com" data-here>Contact Author</a>'],
    ['nowhere', '<a data-here>Nothing</a>'],
    ['a button', '<button data-here>Post</button>'],
  ])('ignores a link to %s', (_what, html) => {
    point(linkTo(html));
    jest.advanceTimersByTime(1000);
    expect(preload).not.toHaveBeenCalled();
  });

  it('ignores links after it was stopped, also pending ones', () => {
    const link = linkTo('<a href="/problems" data-here>Problems</a>');
    point(link);
    stop();
    point(link);
    jest.advanceTimersByTime(1000);
    expect(preload).not.toHaveBeenCalled();
  });
});

const page = jest.fn<() => Promise<PageModule>>();
const data = jest.fn<NonNullable<PageModule['preload']>>();
const fetch = jest.fn<RemoteRuntime['fetch']>();

const channel = buildChannel(buildPin('marketplace', { paths: [buildPath('/problems/:id')] }), buildPin('auth'));

const createPreloader = () => createPathPreloader(composeTestRemotes(channel, { fetch }).pages);

beforeEach(() => {
  page.mockReset().mockResolvedValue({ Component: () => null, preload: data });
  data.mockReset().mockResolvedValue(undefined);
  fetch.mockReset().mockImplementation(async () => ({
    default: { pages: { '/problems/:id': page } },
  }));
});

describe('preloading of an address', () => {
  it('fetches the code and the data of this address', async () => {
    await createPreloader().preload('/problems/p-1?tab=bids', { data: true });
    expect(fetch.mock.calls).toMatchObject([[{ name: 'marketplace' }]]);
    expect(page).toHaveBeenCalledTimes(1);
    const [target] = data.mock.lastCall ?? [];
    expect(target?.params).toEqual({ id: 'p-1' });
    expect(String(target?.search)).toBe('tab=bids');
  });

  it('fetches only the code, once, if no data is requested', async () => {
    const preloader = createPreloader();
    await preloader.preload('/problems/p-1', { data: false });
    await preloader.preload('/problems/p-2', { data: false });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(page).toHaveBeenCalledTimes(1);
    expect(data).not.toHaveBeenCalled();
  });

  it('does nothing if no remote owns the path', async () => {
    await createPreloader().preload('/no/such/path', { data: true });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a failed preload is ignored', () => {
  it.each<[what: string, fail: () => void]>([
    ['the remote', () => fetch.mockRejectedValue(new Error('ERR_CONNECTION_REFUSED'))],
    ['the page', () => page.mockRejectedValue(new Error('Loading chunk failed'))],
    ['the data', () => data.mockRejectedValue(new Error('Network Error'))],
  ])('when %s fails', async (_what, fail) => {
    fail();
    const preloaded = createPreloader().preload('/problems/p-1', { data: true });
    await jest.advanceTimersByTimeAsync(1000);
    await expect(preloaded).resolves.toBeUndefined();
  });
});
