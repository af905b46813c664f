import { createBundlerRequire } from '../testing/bundler-require.ts';
import { attachBuild } from './attach-build.ts';
import type { Host } from './attach-build.ts';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { getFileUrls, getFileUrl, reportTimeout, getUrlOnPageOrigin, setFilesLocation } from './files-location.ts';

describe('files of another origin', () => {
  const PATH = '/remotes/toolbox/files/module.0a1b2c3d4e.js';

  const take = (src: string) => setFilesLocation(Object.assign(document.createElement('script'), { src }));

  afterEach(() => take(`${location.origin}/shell/files/main.0a1b2c3d4e.js`));

  describe.each(['https://files.example', 'https://bucket.example/solvent'])('a page whose shell came from %s', (place) => {
    beforeEach(() => take(`${place}/shell/files/main.0a1b2c3d4e.js`));

    it('loads content-hashed files from there and all others from the page origin', () => {
      expect(getFileUrl(PATH)).toBe(place + PATH);
      for (const other of [
        '/remotes/toolbox/1.0.0/remoteEntry.9a8b7c6d.js',
        '/favicon.svg',
        'http://localhost:3003/remoteEntry.js',
      ])
        expect(getFileUrl(other)).toBe(other);
    });

    it('falls back to the page origin for these files only', () => {
      expect(getFileUrls(place + PATH)).toEqual([place + PATH, PATH]);
      expect(getUrlOnPageOrigin(`${place}${PATH}?r=1&t=2`)).toBe(PATH);
      for (const other of [`https://elsewhere.example${PATH}`, `${place}.evil.example${PATH}`, `${place}/other.js`])
        expect(getFileUrls(other)).toEqual([other]);
    });

    it('skips the other origin after a timeout', () => {
      reportTimeout(`https://elsewhere.example${PATH}`);
      expect(getFileUrls(place + PATH)).toHaveLength(2);
      reportTimeout(place + PATH);
      expect(getFileUrls(place + PATH)).toEqual([PATH]);
    });
  });

  it.each([
    ['this origin', `${location.origin}/shell/files/main.0a1b2c3d4e.js`],
    ['this origin at the second try', `${location.origin}/shell/files/main.0a1b2c3d4e.js?r=1&t=2`],
    ['a dev server', 'http://localhost:3010/main.js'],
  ])('a page whose shell came from %s keeps all URLs', (_where, src) => {
    take(src);
    expect(getFileUrl(PATH)).toBe(PATH);
    expect(getFileUrls(`https://files.example${PATH}`)).toEqual([`https://files.example${PATH}`]);
  });
});

describe('an attached build', () => {
  const UI = 'a module of @solvent/ui';

  /** @param failures number of rejected loads before the library resolves */
  function createHost(failures = 0): Host & { requested: string[] } {
    const requested: string[] = [];
    let left = failures;
    const loadShare = async (name: string) => {
      requested.push(name);
      left -= 1;
      if (left >= 0) throw new Error(`${name} did not load`);
      return name === '@solvent/ui' ? () => UI : false;
    };
    return { requested, loadShare: loadShare as Host['loadShare'] };
  }

  function attached(host: Host): BundlerRequire {
    const own: FederationScript = Object.assign(document.createElement('script'), {
      src: 'https://solvent.example/remoteEntry.js',
    });
    const consumed = (shareKey: string) => ({ shareKey, requiredVersion: '^1.0.0', singleton: true });
    const require = createBundlerRequire({
      consumesLoadingData: {
        chunkMapping: { page: ['11'], dialog: ['11'], lost: ['12'] },
        moduleIdToConsumeDataMapping: { 11: consumed('@solvent/ui'), 12: consumed('@solvent/gone') },
      },
      initializeExposesData: { moduleMap: { './remote': async () => () => 'the remote' } },
    });
    attachBuild(require, own, host);
    return require;
  }

  async function need({ f }: BundlerRequire, chunkId: string): Promise<void> {
    const promises: Promise<unknown>[] = [];
    f['consumes']?.(chunkId, promises);
    await Promise.all(promises);
  }

  it('loads the singletons of its chunks from the host once', async () => {
    const host = createHost();
    const require = attached(host);
    await need(require, 'page');
    await need(require, 'dialog');
    await need(require, 'without any');
    expect(host.requested).toEqual(['@solvent/ui']);
    const module = { exports: undefined as unknown };
    require.m['11']?.(module);
    expect(module.exports).toBe(UI);
  });

  it('retries a failed singleton and evaluates the modules again that threw without it', async () => {
    const require = attached(createHost(1));
    await expect(need(require, 'page')).rejects.toThrow('@solvent/ui did not load');
    const page: { error?: unknown } = {};
    require.c = { page, dialog: { error: new Error('@solvent/ui did not load') } };
    await need(require, 'page');
    expect(require.c).toEqual({ page });
  });

  it('names a singleton that the shell does not share', async () => {
    await expect(need(attached(createHost()), 'lost')).rejects.toThrow('The shell shares no @solvent/gone ^1.0.0.');
  });

  it('returns exposed modules and names one that it does not expose', async () => {
    const { getContainer } = attached(createHost());
    expect((await getContainer?.('./remote'))?.()).toBe('the remote');
    await expect(getContainer?.('./other')).rejects.toThrow('The build exposes no ./other.');
  });
});
