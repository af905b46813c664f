import { jest } from '@jest/globals';
import { setFilesLocation } from './files-location.ts';
import { createBundlerRequire } from '../testing/bundler-require.ts';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { installChunkLoaders, createScriptLoader } from './script-loader.ts';

const CHUNK = 'https://solvent.example/remotes/toolbox/files/module.0a1b2c3d4e.js';
const OTHER = 'https://solvent.example/remotes/toolbox/files/other.0a1b2c3d4e.js';
const NOW = 1_800_000_000_000;

function getLastScript(): FederationScript {
  const script = document.head.querySelector<FederationScript>('script[src]:last-of-type');
  if (!script) throw new Error('No script is pending.');
  return script;
}

const end = (script: FederationScript, how: 'load' | 'error') => script.dispatchEvent(new Event(how));

beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  document.head.querySelectorAll('script[src]').forEach((script) => script.remove());
});

describe('a script', () => {
  it('is requested at its own URL with its hash and without credentials', async () => {
    const load = createScriptLoader(document);
    for (const _time of [1, 2]) {
      const loading = load(CHUNK, { integrity: 'sha256-x' });
      const script = getLastScript();
      expect(script).toMatchObject({ src: CHUNK, integrity: 'sha256-x', crossOrigin: 'anonymous' });
      end(script, 'load');
      await expect(loading).resolves.toBe(script);
      expect(script.isConnected).toBe(false);
    }
  });

  it('fails after 8 s and is removed', async () => {
    jest.useFakeTimers();
    const loading = createScriptLoader(document)(CHUNK, {});
    const script = getLastScript();
    const failed = loading.catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(7999);
    expect(script.isConnected).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    await expect(failed).resolves.toBe(`${CHUNK} did not load within 8 s.`);
    expect(script.isConnected).toBe(false);
  });

  it('fails only in a later task, which the page no longer runs when it is left', async () => {
    jest.useFakeTimers();
    const settled = jest.fn();
    const failed = createScriptLoader(document)(CHUNK, {}).catch(settled);
    end(getLastScript(), 'error');
    await Promise.resolve();
    expect(getLastScript().isConnected).toBe(true);
    expect(settled).not.toHaveBeenCalled();
    jest.runAllTimers();
    await failed;
    expect(settled).toHaveBeenCalled();
  });

  it('is retried at a new URL after each failure', async () => {
    const load = createScriptLoader(document);
    for (const address of [CHUNK, `${CHUNK}?r=1&t=${NOW}`, `${CHUNK}?r=2&t=${NOW}`]) {
      const loading = load(CHUNK, {});
      expect(getLastScript().src).toBe(address);
      end(getLastScript(), 'error');
      await expect(loading).rejects.toThrow('did not load, or does not match its published hash');
    }
  });

  it('resets its own failure count after a success and ignores failures of others', async () => {
    const load = createScriptLoader(document);
    const failing = load(CHUNK, {});
    end(getLastScript(), 'error');
    await expect(failing).rejects.toThrow('did not load');
    const others = load(OTHER, {});
    expect(getLastScript().src).toBe(OTHER);
    end(getLastScript(), 'load');
    await others;
    const loading = load(CHUNK, {});
    end(getLastScript(), 'load');
    await loading;
    const again = load(CHUNK, {});
    expect(getLastScript().src).toBe(CHUNK);
    end(getLastScript(), 'load');
    await again;
  });
});

describe('a script on another origin', () => {
  const PLACE = 'https://files.example';
  const PATH = '/remotes/toolbox/files/module.0a1b2c3d4e.js';
  const OWN = `${location.origin}${PATH}`;
  const shell = (origin: string) =>
    setFilesLocation(Object.assign(document.createElement('script'), { src: `${origin}/shell/files/main.0a1b2c3d4e.js` }));

  beforeEach(() => shell(PLACE));
  afterEach(() => shell(location.origin));

  const waitForFailure = () => new Promise((resolve) => setTimeout(resolve));

  it('falls back to the page origin in the same try, with the same hash', async () => {
    const load = createScriptLoader(document);
    const loading = load(PLACE + PATH, { integrity: 'sha256-x' });
    expect(getLastScript()).toMatchObject({ src: PLACE + PATH, integrity: 'sha256-x', crossOrigin: 'anonymous' });
    end(getLastScript(), 'error');
    await waitForFailure();
    expect(getLastScript()).toMatchObject({ src: OWN, integrity: 'sha256-x', crossOrigin: 'anonymous' });
    const script = getLastScript();
    end(script, 'load');
    await expect(loading).resolves.toBe(script);
  });

  it('is retried on the page origin only, at a new URL', async () => {
    const load = createScriptLoader(document);
    const loading = load(PLACE + PATH, {}).catch((error: Error) => error.message);
    end(getLastScript(), 'error');
    await waitForFailure();
    end(getLastScript(), 'error');
    await expect(loading).resolves.toContain(`${PATH} did not load`);
    void load(PLACE + PATH, {});
    expect(getLastScript().src).toBe(`${OWN}?r=1&t=${NOW}`);
  });

  it('times out once; later scripts load from the page origin', async () => {
    jest.useFakeTimers();
    const load = createScriptLoader(document);
    void load(PLACE + PATH, {});
    await jest.advanceTimersByTimeAsync(8000);
    expect(getLastScript().src).toBe(OWN);
    void createScriptLoader(document)(`${PLACE}/remotes/auth/files/sign-in.0a1b2c3d4e.js`, {});
    expect(getLastScript().src).toBe(`${location.origin}/remotes/auth/files/sign-in.0a1b2c3d4e.js`);
  });
});

describe('the styles of a build', () => {
  const FILES = 'https://solvent.example/shell/files/';
  const link = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]:last-of-type');

  it.each([
    ['a build', { sriHashes: { 7: 'sha256-seven' }, sriCssHashes: { 7: 'sha256-styles' } }],
    ['a build from before contract 3.5', { sriHashes: { 7: 'sha256-seven', '7.css': 'sha256-styles' } }],
  ])('load once with the hash from the entry and stay in the page: %s', async (_build, hashes) => {
    const require = createBundlerRequire({ ...hashes, k: () => 'toasts.1a1a1a1a1a.css' });
    installChunkLoaders(require, Object.assign(document.createElement('script'), { src: `${FILES}main.0a1b2c3d4e.js` }));
    const promises: Promise<unknown>[] = [];
    require.f['css']?.('8', promises);
    expect(promises).toEqual([]);
    require.f['css']?.('7', promises);
    require.f['css']?.('7', promises);
    expect(document.head.querySelectorAll('link')).toHaveLength(1);
    expect(link()).toMatchObject({ href: `${FILES}toasts.1a1a1a1a1a.css`, crossOrigin: 'anonymous' });
    expect(link()?.integrity ?? link()?.getAttribute('integrity')).toBe('sha256-styles');
    link()?.dispatchEvent(new Event('load'));
    await Promise.all(promises);
    expect(link()?.isConnected).toBe(true);
    link()?.remove();
  });

  it('are left to the bundler in a build without style hashes', () => {
    const own = () => undefined;
    const require = createBundlerRequire({ sriHashes: { 7: 'sha256-seven' }, k: () => 'toasts.1a1a1a1a1a.css', f: { css: own } });
    installChunkLoaders(require, Object.assign(document.createElement('script'), { src: `${FILES}main.0a1b2c3d4e.js` }));
    expect(require.f['css']).toBe(own);
  });
});

describe('the chunks of a build', () => {
  const FILES = 'https://solvent.example/remotes/toolbox/files/';
  const SEVEN = `${FILES}chunk-7.0a1b2c3d4e.js`;

  function entryAt(src: string, hashes: BundlerRequire['sriHashes'] | null = { 7: 'sha256-seven' }): BundlerRequire {
    const own: FederationScript = Object.assign(document.createElement('script'), { src });
    const require = createBundlerRequire(hashes ? { sriHashes: hashes } : {});
    installChunkLoaders(require, own);
    return require;
  }

  async function need({ f }: BundlerRequire, chunkId: string): Promise<void> {
    const promises: Promise<unknown>[] = [];
    f['j']?.(chunkId, promises);
    await Promise.all(promises);
  }

  it('load from the folder of the entry with its hash and register in the requesting build only', async () => {
    const first = entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`);
    const second = entryAt(`${FILES}remoteEntry.2b2b2b2b2b.js`);
    expect(first.p).toBe(FILES);
    const make = () => undefined;
    for (const [require, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const needed = need(require, '7');
      expect(getLastScript()).toMatchObject({ src: SEVEN, integrity: 'sha256-seven' });
      getLastScript().c?.push([[7], { 70: make }]);
      end(getLastScript(), 'load');
      await needed;
      expect(require.m).toEqual({ 70: make });
      expect(other.m).toEqual(other === first ? { 70: make } : {});
    }
  });

  it('are requested once, and again only after a failure', async () => {
    const require = entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`);
    const failing = [need(require, '7'), need(require, '7')];
    expect(document.head.querySelectorAll('script[src]')).toHaveLength(1);
    end(getLastScript(), 'error');
    for (const failed of failing) await expect(failed).rejects.toThrow('did not load');
    const needed = need(require, '7');
    expect(getLastScript().src).toBe(`${SEVEN}?r=1&t=${NOW}`);
    end(getLastScript(), 'load');
    await needed;
    await need(require, '7');
    expect(document.head.querySelector('script[src]')).toBeNull();
  });

  it('have no script if they contain only singletons', async () => {
    await need(entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`), '8');
    expect(document.head.querySelector('script[src]')).toBeNull();
  });

  it('start with the retry count of their entry', () => {
    void need(entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js?r=2&t=5`), '7');
    expect(getLastScript().src).toBe(`${SEVEN}?r=2&t=${NOW}`);
  });

  it.each(['load', 'error'] as const)('report the outcome to the bundler in development: %s', async (how) => {
    const require = entryAt('https://solvent.example/main.js', null);
    const outcome = new Promise<string>((resolve) => {
      require.l?.(CHUNK, ({ type }) => resolve(type));
    });
    end(getLastScript(), how);
    await expect(outcome).resolves.toBe(how);
  });
});
