import { jest } from '@jest/globals';
import { pinOf } from '../testing/channel-of.ts';
import { RemoteError } from './remote-error.ts';
import { createRemoteLoader } from './remote-loader.ts';

const pin = pinOf('toolbox', { version: '1.2.3' });
const remote = { routes: [], slots: {} };

/** Answers each fetch with the next of the given outcomes; the last one stays. */
function runtimeOf(...outcomes: (Error | object)[]) {
  let calls = 0;
  return {
    calls: () => calls,
    fetch: async () => {
      const outcome = outcomes[Math.min(calls, outcomes.length - 1)];
      calls += 1;
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

describe('loading a remote', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('answers the default export, and fetches it once', async () => {
    const runtime = runtimeOf({ default: remote });
    const loader = createRemoteLoader([pin], runtime);
    await Promise.all([loader.load('toolbox'), loader.load('toolbox')]);
    expect(await loader.load('toolbox')).toBe(remote);
    expect(loader.loaded('toolbox')).toBe(remote);
    expect(runtime.calls()).toBe(1);
  });

  it('tries twice before it gives up', async () => {
    const runtime = runtimeOf(new Error('ERR_CONNECTION_REFUSED'));
    const loader = createRemoteLoader([pin], runtime);
    const error = await settle(loader.load('toolbox'));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ remote: 'toolbox', version: '1.2.3' });
    expect(runtime.calls()).toBe(2);
    expect(loader.failureOf('toolbox')).toBe(error);
  });

  it('is content with a second try that works', async () => {
    const runtime = runtimeOf(new Error('500'), { default: remote });
    const loader = createRemoteLoader([pin], runtime);
    expect(await settle(loader.load('toolbox'))).toBe(remote);
    expect(loader.failureOf('toolbox')).toBeUndefined();
  });

  it.each([
    ['no default export', {}],
    ['routes that are no list', { default: { routes: {}, slots: {} } }],
  ])('refuses a module with %s', async (_what, module) => {
    const loader = createRemoteLoader([pin], runtimeOf(module));
    expect(await settle(loader.load('toolbox'))).toBeInstanceOf(RemoteError);
  });

  it('leaves the network alone for 30 s after a failure, then lets one try through', async () => {
    const runtime = runtimeOf(new Error('gone'), new Error('gone'), { default: remote });
    const loader = createRemoteLoader([pin], runtime);
    await settle(loader.load('toolbox'));
    await settle(loader.load('toolbox'));
    expect(runtime.calls()).toBe(2);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await settle(loader.load('toolbox'))).toBe(remote);
  });

  it('always tries when a person asks for it', async () => {
    const runtime = runtimeOf(new Error('gone'), new Error('gone'), { default: remote });
    const loader = createRemoteLoader([pin], runtime);
    await settle(loader.load('toolbox'));
    expect(await settle(loader.load('toolbox', { force: true }))).toBe(remote);
  });

  it('refuses a name that the channel does not pin', async () => {
    const loader = createRemoteLoader([pin], runtimeOf({ default: remote }));
    await expect(loader.load('payments')).rejects.toThrow('payments@none could not be loaded');
  });
});
