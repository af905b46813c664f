import { requireOf } from '../testing/bundler-require.ts';
import { attachBuild } from './attach-build.ts';
import type { Host } from './attach-build.ts';
import type { BundlerRequire, FederationScript } from './federation-script.ts';
import { getFileUrls, getFileUrl, reportTimeout, getOwnUrl, setFilesLocation } from './files-place.ts';

describe('files of another origin', () => {
  const PATH = '/remotes/toolbox/files/module.0a1b2c3d4e.js';

  /** As the shell's script was asked for. */
  const take = (src: string) => setFilesLocation(Object.assign(document.createElement('script'), { src }));

  afterEach(() => take(`${location.origin}/shell/files/main.0a1b2c3d4e.js`));

  describe.each(['https://files.example', 'https://bucket.example/solvent'])('a page whose shell came from %s', (place) => {
    beforeEach(() => take(`${place}/shell/files/main.0a1b2c3d4e.js`));

    it('asks there for files named by their content, and here for all else', () => {
      expect(getFileUrl(PATH)).toBe(place + PATH);
      for (const other of [
        '/remotes/toolbox/1.0.0/remoteEntry.9a8b7c6d.js',
        '/favicon.svg',
        'http://localhost:3003/remoteEntry.js',
      ])
        expect(getFileUrl(other)).toBe(other);
    });

    it('knows that this origin has each of them, too, and nothing of other places', () => {
      expect(getFileUrls(place + PATH)).toEqual([place + PATH, PATH]);
      expect(getOwnUrl(`${place}${PATH}?r=1&t=2`)).toBe(PATH);
      for (const other of [`https://elsewhere.example${PATH}`, `${place}.evil.example${PATH}`, `${place}/other.js`])
        expect(getFileUrls(other)).toEqual([other]);
    });

    it('asks there no more once something did not come in time', () => {
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
  ])('a page whose shell came from %s asks for all where it is said to be', (_where, src) => {
    take(src);
    expect(getFileUrl(PATH)).toBe(PATH);
    expect(getFileUrls(`https://files.example${PATH}`)).toEqual([`https://files.example${PATH}`]);
  });
});

describe('a build that is attached', () => {
  const UI = 'a module of @solvent/ui';

  /** A host that shares one library; its code fails to come so many times. */
  function hostOf(failures = 0): Host & { asked: string[] } {
    const asked: string[] = [];
    let left = failures;
    // As much of it as a build takes.
    const loadShare = async (name: string) => {
      asked.push(name);
      left -= 1;
      if (left >= 0) throw new Error(`${name} did not come`);
      return name === '@solvent/ui' ? () => UI : false;
    };
    return { asked, loadShare: loadShare as Host['loadShare'] };
  }

  function attached(host: Host): BundlerRequire {
    const own: FederationScript = Object.assign(document.createElement('script'), {
      src: 'https://solvent.example/remoteEntry.js',
    });
    const consumed = (shareKey: string) => ({ shareKey, requiredVersion: '^1.0.0', singleton: true });
    const require = requireOf({
      consumesLoadingData: {
        chunkMapping: { page: ['11'], dialog: ['11'], lost: ['12'] },
        moduleIdToConsumeDataMapping: { 11: consumed('@solvent/ui'), 12: consumed('@solvent/gone') },
      },
      initializeExposesData: { moduleMap: { './remote': async () => () => 'the remote' } },
    });
    attachBuild(require, own, host);
    return require;
  }

  /** Waits for what a chunk needs. */
  async function need({ f }: BundlerRequire, chunkId: string): Promise<void> {
    const promises: Promise<unknown>[] = [];
    f['consumes']?.(chunkId, promises);
    await Promise.all(promises);
  }

  it('a chunk has its singletons from the host, once for the whole build', async () => {
    const host = hostOf();
    const require = attached(host);
    await need(require, 'page');
    await need(require, 'dialog');
    await need(require, 'without any');
    expect(host.asked).toEqual(['@solvent/ui']);
    const module = { exports: undefined as unknown };
    require.m['11']?.(module);
    expect(module.exports).toBe(UI);
  });

  it('a singleton that did not come is asked for again at the next try, and what threw for want of it is evaluated anew', async () => {
    const require = attached(hostOf(1));
    await expect(need(require, 'page')).rejects.toThrow('@solvent/ui did not come');
    const page: { error?: unknown } = {};
    require.c = { page, dialog: { error: new Error('@solvent/ui did not come') } };
    await need(require, 'page');
    expect(require.c).toEqual({ page });
  });

  it('one that the shell does not share is named', async () => {
    await expect(need(attached(hostOf()), 'lost')).rejects.toThrow('The shell shares no @solvent/gone ^1.0.0.');
  });

  it('gives what the build exposes, and names what it does not', async () => {
    const { getContainer } = attached(hostOf());
    expect((await getContainer?.('./remote'))?.()).toBe('the remote');
    await expect(getContainer?.('./other')).rejects.toThrow('The build exposes no ./other.');
  });
});
