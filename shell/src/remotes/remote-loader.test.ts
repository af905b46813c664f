import { jest } from '@jest/globals';
import type { Remote, SlotLoaders } from '@solvent/federation';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { buildPath, buildPin, withVersion } from '../testing/build-channel.ts';
import { createRemoteJournal } from './remote-journal.ts';
import type { RemoteVersions } from './remote-versions.ts';
import { RemoteError, createRemoteLoader } from './remote-loader.ts';

const pin = buildPin('toolbox', { version: '1.2.3', paths: [buildPath('/toolbox')] });
const liveOnly: RemoteVersions = { name: 'toolbox', versions: [{ build: pin, source: 'live' }] };
const liveAndPrevious: RemoteVersions = {
  name: 'toolbox',
  versions: [...liveOnly.versions, { build: withVersion(pin, '1.2.2'), source: 'previous' }],
};
const remote = { pages: {}, slots: {}, searches: {} };

function createRuntime(...outcomes: (Error | object)[]) {
  const versions: string[] = [];
  return {
    versions,
    calls: () => versions.length,
    fetch: async ({ version }: RemoteBuild) => {
      const outcome = outcomes[Math.min(versions.length, outcomes.length - 1)];
      versions.push(version);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

async function settle<Value>(promise: Promise<Value>) {
  const outcome = promise.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1000);
  return outcome;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('loading a remote', () => {
  it('returns the default export and fetches it once', async () => {
    const runtime = createRuntime({ default: remote });
    const loader = createRemoteLoader([liveOnly], runtime);
    await Promise.all([loader.load('toolbox'), loader.load('toolbox')]);
    expect(await loader.load('toolbox')).toEqual(remote);
    expect(loader.getLoaded('toolbox')).toEqual(remote);
    expect(runtime.calls()).toBe(1);
  });

  it('tries twice before it fails', async () => {
    const runtime = createRuntime(new Error('ERR_CONNECTION_REFUSED'));
    const loader = createRemoteLoader([liveOnly], runtime);
    const error = await settle(loader.load('toolbox'));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'toolbox', version: '1.2.3' });
    expect(runtime.calls()).toBe(2);
  });

  it.each([
    ['no default export', {}],
    ['routes instead of pages', { default: { routes: {}, slots: {} } }],
  ])('refuses a module with %s', async (_what, module) => {
    const loader = createRemoteLoader([liveOnly], createRuntime(module));
    expect(await settle(loader.load('toolbox'))).toBeInstanceOf(RemoteError);
  });

  it('makes no request for 30 s after a failure, then allows one', async () => {
    const runtime = createRuntime(new Error('gone'), new Error('gone'), { default: remote });
    const loader = createRemoteLoader([liveOnly], runtime);
    await settle(loader.load('toolbox'));
    await settle(loader.load('toolbox'));
    expect(runtime.calls()).toBe(2);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await settle(loader.load('toolbox'))).toEqual(remote);
  });

  it('refuses a name that the channel does not pin', async () => {
    const loader = createRemoteLoader([liveOnly], createRuntime({ default: remote }));
    await expect(loader.load('payments')).rejects.toThrow('payments@none could not be loaded');
  });
});

describe('a failing live version', () => {
  it('is replaced by the previous one after two attempts, and both are recorded', async () => {
    const runtime = createRuntime(new Error('404'), new Error('still 404'), { default: remote });
    const journal = createRemoteJournal();
    const loader = createRemoteLoader([liveAndPrevious], runtime, journal);
    expect(loader.getVersion('toolbox')).toMatchObject({ source: 'live' });
    expect(await settle(loader.load('toolbox'))).toEqual(remote);
    expect(runtime.versions).toEqual(['1.2.3', '1.2.3', '1.2.2']);
    expect(loader.getVersion('toolbox')).toMatchObject({ source: 'previous', build: { version: '1.2.2' } });
    expect(journal.loads).toMatchObject([
      { version: '1.2.3', source: 'live', loaded: false, milliseconds: 250 },
      { version: '1.2.2', source: 'previous', loaded: true },
    ]);
    expect(journal.errors).toMatchObject([{ version: '1.2.3', kind: 'load', message: 'Error: still 404' }]);
  });

  it('is not retried if it hangs: the previous one loads after 8 s', async () => {
    const versions: string[] = [];
    const loader = createRemoteLoader([liveAndPrevious], {
      fetch: async ({ version }) => {
        versions.push(version);
        if (version === '1.2.2') return { default: remote };
        await new Promise((resolve) => setTimeout(resolve, 8000));
        throw new Error('time-out');
      },
    });
    const loaded = loader.load('toolbox');
    await jest.advanceTimersByTimeAsync(8000);
    expect(await loaded).toEqual(remote);
    expect(versions).toEqual(['1.2.3', '1.2.2']);
  });

  it('is the reported failure if the previous one fails, too', async () => {
    const runtime = createRuntime(new Error('gone'));
    const loader = createRemoteLoader([liveAndPrevious], runtime);
    expect(await settle(loader.load('toolbox'))).toMatchObject({ version: '1.2.3' });
    expect(runtime.versions).toEqual(['1.2.3', '1.2.3', '1.2.2', '1.2.2']);
  });
});

describe('a page or slot whose code fails to load', () => {
  const Page = () => null;
  const versionWith = (page: Remote['pages'][string]): { default: Remote } => ({
    default: {
      pages: { '/toolbox': page },
      slots: { 'toolbox-dialog': page as SlotLoaders['toolbox-dialog'] },
    },
  });
  const refused = jest.fn<() => Promise<never>>();
  const runtimeWith = (next: object) => ({
    fetch: async ({ version }: RemoteBuild) => (version === '1.2.3' ? versionWith(refused) : next),
  });
  const loadPage = async (loader: { load: (name: string) => Promise<Remote> }) =>
    (await loader.load('toolbox')).pages['/toolbox']?.();

  beforeEach(() => void refused.mockReset().mockRejectedValue(new Error('Loading chunk catalogue failed.')));

  it('is loaded from the previous version after two attempts', async () => {
    const journal = createRemoteJournal();
    const runtime = runtimeWith(versionWith(async () => ({ Component: Page })));
    const loader = createRemoteLoader([liveAndPrevious], runtime, journal);
    expect(await settle(loadPage(loader))).toEqual({ Component: Page });
    expect(refused).toHaveBeenCalledTimes(2);
    expect(loader.getVersion('toolbox')).toMatchObject({ source: 'previous' });
    expect(journal.errors).toMatchObject([{ version: '1.2.3', kind: 'load', message: 'Error: Loading chunk catalogue failed.' }]);
    const { slots } = await loader.load('toolbox');
    expect(await settle(Promise.resolve(slots['toolbox-dialog']?.()))).toEqual({ Component: Page });
  });

  it.each<[what: string, next: object]>([
    ['has no such page', { default: remote }],
    ['fails, too', {}],
  ])('fails with its own error if the previous version %s', async (_what, next) => {
    const loader = createRemoteLoader([liveAndPrevious], runtimeWith(next));
    const page = loadPage(loader).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await page).toEqual(new Error('Loading chunk catalogue failed.'));
  });
});
