import { jest } from '@jest/globals';
import { setFilesLocation } from './files-place.ts';
import { requireOf } from '../testing/bundler-require.ts';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { loadChunksOf, scriptLoader } from './script-loader.ts';

const CHUNK = 'https://solvent.example/remotes/toolbox/files/module.0a1b2c3d4e.js';
const OTHER = 'https://solvent.example/remotes/toolbox/files/other.0a1b2c3d4e.js';
const NOW = 1_800_000_000_000;

/** The script that was asked for last. */
function asked(): FederationScript {
  const script = document.head.querySelector<FederationScript>('script[src]:last-of-type');
  if (!script) throw new Error('Nothing is asked for.');
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
  it('is asked for at its own address while all goes well, with its hash, and without credentials', async () => {
    const load = scriptLoader(document);
    for (const _time of [1, 2]) {
      const loading = load(CHUNK, { integrity: 'sha256-x' });
      const script = asked();
      expect(script).toMatchObject({ src: CHUNK, integrity: 'sha256-x', crossOrigin: 'anonymous' });
      end(script, 'load');
      await expect(loading).resolves.toBe(script);
      expect(script.isConnected).toBe(false);
    }
  });

  it('has failed after 8 s, and then comes no more', async () => {
    jest.useFakeTimers();
    const loading = scriptLoader(document)(CHUNK, {});
    const script = asked();
    const failed = loading.catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(7999);
    expect(script.isConnected).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    await expect(failed).resolves.toBe(`${CHUNK} did not come within 8 s.`);
    expect(script.isConnected).toBe(false);
  });

  it('gets at each try after a failure an address that no try has had', async () => {
    const load = scriptLoader(document);
    for (const address of [CHUNK, `${CHUNK}?r=1&t=${NOW}`, `${CHUNK}?r=2&t=${NOW}`]) {
      const loading = load(CHUNK, {});
      expect(asked().src).toBe(address);
      end(asked(), 'error');
      await expect(loading).rejects.toThrow('did not come, or has other bytes than were published');
    }
  });

  it('forgets its failures once it has come, and does not suffer from those of others', async () => {
    const load = scriptLoader(document);
    const failing = load(CHUNK, {});
    end(asked(), 'error');
    await expect(failing).rejects.toThrow('did not come');
    const others = load(OTHER, {});
    expect(asked().src).toBe(OTHER);
    end(asked(), 'load');
    await others;
    const loading = load(CHUNK, {});
    end(asked(), 'load');
    await loading;
    const again = load(CHUNK, {});
    expect(asked().src).toBe(CHUNK);
    end(asked(), 'load');
    await again;
  });
});

describe('a script of another place than the page', () => {
  const PLACE = 'https://files.example';
  const PATH = '/remotes/toolbox/files/module.0a1b2c3d4e.js';
  const OWN = `${location.origin}${PATH}`;
  const shell = (origin: string) =>
    setFilesLocation(Object.assign(document.createElement('script'), { src: `${origin}/shell/files/main.0a1b2c3d4e.js` }));

  beforeEach(() => shell(PLACE));
  afterEach(() => shell(location.origin));

  /** Until what was asked for before has failed. */
  const turned = () => new Promise((resolve) => setTimeout(resolve));

  it('comes from there, and where it does not, from here in the same try, with the same hash', async () => {
    const load = scriptLoader(document);
    const loading = load(PLACE + PATH, { integrity: 'sha256-x' });
    expect(asked()).toMatchObject({ src: PLACE + PATH, integrity: 'sha256-x', crossOrigin: 'anonymous' });
    end(asked(), 'error');
    await turned();
    expect(asked()).toMatchObject({ src: OWN, integrity: 'sha256-x', crossOrigin: 'anonymous' });
    const script = asked();
    end(script, 'load');
    await expect(loading).resolves.toBe(script);
  });

  it('is asked for here alone from then on, at an address that no try had', async () => {
    const load = scriptLoader(document);
    const loading = load(PLACE + PATH, {}).catch((error: Error) => error.message);
    end(asked(), 'error');
    await turned();
    end(asked(), 'error');
    await expect(loading).resolves.toContain(`${PATH} did not come`);
    void load(PLACE + PATH, {});
    expect(asked().src).toBe(`${OWN}?r=1&t=${NOW}`);
  });

  it('is waited for once: what comes after it is asked for here', async () => {
    jest.useFakeTimers();
    const load = scriptLoader(document);
    void load(PLACE + PATH, {});
    await jest.advanceTimersByTimeAsync(8000);
    expect(asked().src).toBe(OWN);
    void scriptLoader(document)(`${PLACE}/remotes/auth/files/sign-in.0a1b2c3d4e.js`, {});
    expect(asked().src).toBe(`${location.origin}/remotes/auth/files/sign-in.0a1b2c3d4e.js`);
  });
});

describe('the styles of a build', () => {
  const FILES = 'https://solvent.example/shell/files/';
  const link = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]:last-of-type');

  it.each([
    ['a build', { sriHashes: { 7: 'sha256-seven' }, sriCssHashes: { 7: 'sha256-styles' } }],
    ['a build from before contract 3.5', { sriHashes: { 7: 'sha256-seven', '7.css': 'sha256-styles' } }],
  ])('load once with the hash from the entry and stay in the page: %s', async (_build, hashes) => {
    const require = requireOf({ ...hashes, k: () => 'toasts.1a1a1a1a1a.css' });
    loadChunksOf(require, Object.assign(document.createElement('script'), { src: `${FILES}main.0a1b2c3d4e.js` }));
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

  it("are the bundler's to load in a build that lists no hash of them", () => {
    const own = () => undefined;
    const require = requireOf({ sriHashes: { 7: 'sha256-seven' }, k: () => 'toasts.1a1a1a1a1a.css', f: { css: own } });
    loadChunksOf(require, Object.assign(document.createElement('script'), { src: `${FILES}main.0a1b2c3d4e.js` }));
    expect(require.f['css']).toBe(own);
  });
});

describe('the chunks of a build', () => {
  const FILES = 'https://solvent.example/remotes/toolbox/files/';
  const SEVEN = `${FILES}chunk-7.0a1b2c3d4e.js`;

  function entryAt(src: string, hashes: BundlerRequire['sriHashes'] | null = { 7: 'sha256-seven' }): BundlerRequire {
    const own: FederationScript = Object.assign(document.createElement('script'), { src });
    const require = requireOf(hashes ? { sriHashes: hashes } : {});
    loadChunksOf(require, own);
    return require;
  }

  /** Asks for a chunk as the bundler's `import()` does. */
  async function need({ f }: BundlerRequire, chunkId: string): Promise<void> {
    const promises: Promise<unknown>[] = [];
    f['j']?.(chunkId, promises);
    await Promise.all(promises);
  }

  it('lie beside its entry, and each goes to the build that asked, with the hash that its entry has', async () => {
    const first = entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`);
    const second = entryAt(`${FILES}remoteEntry.2b2b2b2b2b.js`);
    expect(first.p).toBe(FILES);
    const make = () => undefined;
    for (const [require, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const needed = need(require, '7');
      expect(asked()).toMatchObject({ src: SEVEN, integrity: 'sha256-seven' });
      asked().c?.push([[7], { 70: make }]);
      end(asked(), 'load');
      await needed;
      expect(require.m).toEqual({ 70: make });
      expect(other.m).toEqual(other === first ? { 70: make } : {});
    }
  });

  it('are asked for once, by whoever needs them, and again only where they did not come', async () => {
    const require = entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`);
    const failing = [need(require, '7'), need(require, '7')];
    expect(document.head.querySelectorAll('script[src]')).toHaveLength(1);
    end(asked(), 'error');
    for (const failed of failing) await expect(failed).rejects.toThrow('did not come');
    const needed = need(require, '7');
    expect(asked().src).toBe(`${SEVEN}?r=1&t=${NOW}`);
    end(asked(), 'load');
    await needed;
    await need(require, '7');
    expect(document.head.querySelector('script[src]')).toBeNull();
  });

  it('are no scripts where they are of singletons alone', async () => {
    await need(entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js`), '8');
    expect(document.head.querySelector('script[src]')).toBeNull();
  });

  it("start where their entry's tries ended: the first addresses failed with it", () => {
    void need(entryAt(`${FILES}remoteEntry.1a1a1a1a1a.js?r=2&t=5`), '7');
    expect(asked().src).toBe(`${SEVEN}?r=2&t=${NOW}`);
  });

  it.each(['load', 'error'] as const)('in development the bundler is told how each try ended: %s', async (how) => {
    const require = entryAt('https://solvent.example/main.js', null);
    const told = new Promise<string>((resolve) => {
      require.l?.(CHUNK, ({ type }) => resolve(type));
    });
    end(asked(), how);
    await expect(told).resolves.toBe(how);
  });
});
