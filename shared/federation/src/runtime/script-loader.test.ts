import { jest } from '@jest/globals';
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

describe('the chunks of a build', () => {
  function entryAt(src: string): { own: FederationScript; require: BundlerRequire } {
    const own: FederationScript = Object.assign(document.createElement('script'), { src, c: [] });
    const require = requireOf({ sriHashes: { 7: 'sha256-seven' } });
    loadChunksOf(require, own);
    return { own, require };
  }

  it('lie beside its entry, and each goes to the build that asked, with the hash that its entry has', () => {
    const first = entryAt('https://solvent.example/remotes/toolbox/files/remoteEntry.1a1a1a1a1a.js');
    const second = entryAt('https://solvent.example/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js');
    expect(first.require.p).toBe('https://solvent.example/remotes/toolbox/files/');
    first.require.l(CHUNK, () => undefined, 'chunk-7', '7');
    expect(asked()).toMatchObject({ c: first.own.c, integrity: 'sha256-seven' });
    second.require.l(CHUNK, () => undefined, 'chunk-7', '7');
    expect(asked().c).toBe(second.own.c);
  });

  it("start where their entry's tries ended: the first addresses failed with it", () => {
    const { require } = entryAt('https://solvent.example/remotes/toolbox/files/remoteEntry.1a1a1a1a1a.js?r=2&t=5');
    require.l(CHUNK, () => undefined, 'chunk-7', '7');
    expect(asked().src).toBe(`${CHUNK}?r=2&t=${NOW}`);
  });

  it.each(['load', 'error'] as const)('tell the bundler how each try ended: %s', async (how) => {
    const { require } = entryAt('https://solvent.example/main.js');
    const told = new Promise<string>((resolve) => {
      require.l(CHUNK, ({ type }) => resolve(type), 'chunk-7', '7');
    });
    end(asked(), how);
    await expect(told).resolves.toBe(how);
  });
});
