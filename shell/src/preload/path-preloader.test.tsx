import { jest } from '@jest/globals';
import type { PageModule } from '@solvent/federation';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { channelOf, pathOf, pinOf } from '../testing/channel-of.ts';
import { remotesOf } from '../testing/remotes-of.ts';
import { createPathPreloader } from './preload.ts';

const page = jest.fn<() => Promise<PageModule>>();
const data = jest.fn<NonNullable<PageModule['preload']>>();
const fetch = jest.fn<RemoteRuntime['fetch']>();

const channel = channelOf(pinOf('marketplace', { paths: [pathOf('/problems/:id')] }), pinOf('auth'));

const createPreloader = () => createPathPreloader(remotesOf(channel, { fetch }).pages);

beforeEach(() => {
  page.mockReset().mockResolvedValue({ Component: () => null, preload: data });
  data.mockReset().mockResolvedValue(undefined);
  fetch.mockReset().mockImplementation(async () => ({
    default: { pages: { '/problems/:id': page } },
  }));
});

describe('what lies behind an address', () => {
  it('is code and data: the data of that very address', async () => {
    await createPreloader().preload('/problems/p-1?tab=bids', { data: true });
    expect(fetch.mock.calls).toMatchObject([[{ name: 'marketplace' }]]);
    expect(page).toHaveBeenCalledTimes(1);
    const [target] = data.mock.lastCall ?? [];
    expect(target?.params).toEqual({ id: 'p-1' });
    expect(String(target?.search)).toBe('tab=bids');
  });

  it('is only code, when only code is asked for', async () => {
    await createPreloader().preload('/problems/p-1', { data: false });
    expect(page).toHaveBeenCalledTimes(1);
    expect(data).not.toHaveBeenCalled();
  });

  it('is fetched once', async () => {
    const { preload } = createPreloader();
    await preload('/problems/p-1', { data: false });
    await preload('/problems/p-2', { data: false });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(page).toHaveBeenCalledTimes(1);
  });

  it("is the shell's own page without any remote", async () => {
    await createPreloader().preload('/terms', { data: true });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is nothing where nobody owns the path', async () => {
    await createPreloader().preload('/no/such/path', { data: true });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a guess that fails is nobody’s error', () => {
  it.each<[what: string, fail: () => void]>([
    ['the remote', () => fetch.mockRejectedValue(new Error('ERR_CONNECTION_REFUSED'))],
    ['the page', () => page.mockRejectedValue(new Error('Loading chunk failed'))],
    ['the data', () => data.mockRejectedValue(new Error('Network Error'))],
  ])('when it is %s', async (_what, fail) => {
    jest.useFakeTimers();
    fail();
    const preloaded = createPreloader().preload('/problems/p-1', { data: true });
    await jest.advanceTimersByTimeAsync(1000);
    await expect(preloaded).resolves.toBeUndefined();
    jest.useRealTimers();
  });
});
