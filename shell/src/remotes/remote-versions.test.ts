import { jest } from '@jest/globals';
import { CHANNEL_ELEMENT_ID } from '@solvent/federation/manifest';
import { buildChannel, buildPath, buildPin, withVersion } from '../testing/build-channel.ts';
import { findPathOwner, readChannel } from './channel.ts';
import { createRemoteJournal } from './remote-journal.ts';
import { listBuilds, composeChannel, resolveVersions } from './remote-versions.ts';
import { RemoteError } from './remote-loader.ts';

const owned = buildChannel(
  buildPin('toolbox', { paths: [buildPath('/toolbox'), buildPath('/toolbox/:moduleId')] }),
  buildPin('studio', { paths: [buildPath('/toolbox/upload')] }),
);

describe('the owner of a path', () => {
  it.each([
    ['/toolbox', 'toolbox', '/toolbox'],
    ['/toolbox/chart-dashboard', 'toolbox', '/toolbox/:moduleId'],
    ['/toolbox/upload', 'studio', '/toolbox/upload'],
    ['/toolbox/', 'toolbox', '/toolbox'],
  ])('%s is %s, by its pattern %s', (pathname, name, pattern) => {
    expect(findPathOwner(owned, pathname)).toMatchObject({ pin: { name }, path: { path: pattern } });
  });

  it('is nobody for a path that no remote has', () => {
    expect(findPathOwner(owned, '/toolbox/upload/now')).toBeUndefined();
    expect(findPathOwner(owned, '/')).toBeUndefined();
  });
});

describe('the channel document in the page', () => {
  afterEach(() => document.getElementById(CHANNEL_ELEMENT_ID)?.remove());

  it('is read from its JSON', () => {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.id = CHANNEL_ELEMENT_ID;
    script.textContent = JSON.stringify(owned);
    document.head.append(script);
    expect(readChannel()).toEqual(owned);
  });

  it('missing is a fault that says so', () => {
    expect(() => readChannel()).toThrow('The page has no channel document.');
  });
});

describe('the versions of remotes', () => {
  const live = buildPin('toolbox', { version: '1.2.0', paths: [buildPath('/toolbox')] });
  const previous = withVersion(live, '1.1.0');
  const candidate = { ...withVersion(live, '1.3.0'), paths: [buildPath('/toolbox'), buildPath('/toolbox/new')], percent: 10 };
  const STORAGE_KEY = 'canary';

  type Override = NonNullable<Parameters<typeof resolveVersions>[1]>[number];
  const running = (build: typeof live): Override => ({ remote: build.name, target: build.version, refused: null, build });

  const listVersions = (channel: ReturnType<typeof buildChannel>, ...overrides: Override[]) =>
    resolveVersions(channel, overrides).map(({ name, versions }) => [
      name,
      ...versions.map(({ build, source }) => `${source} ${build.version}`),
    ]);

  beforeEach(() => localStorage.clear());

  describe('the versions that a page runs', () => {
    it('are the live one, and the one before it when it fails', () => {
      expect(listVersions(buildChannel(buildPin('auth'), { ...live, previous }))).toEqual([
        ['auth', 'live 1.0.0'],
        ['toolbox', 'live 1.2.0', 'previous 1.1.0'],
      ]);
      expect(localStorage).toHaveLength(0);
    });

    it.each([
      [9, ['candidate 1.3.0', 'live 1.2.0', 'previous 1.1.0']],
      [10, ['live 1.2.0', 'previous 1.1.0']],
    ])('begin with the candidate of 10 percent where the number of this browser is below 10: %d', (number, versions) => {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ toolbox: number }));
      expect(listVersions(buildChannel({ ...live, previous, candidate }))).toEqual([['toolbox', ...versions]]);
    });

    it('are the same at each load: the number is drawn once, for each remote of its own', () => {
      const channel = buildChannel({ ...live, candidate: { ...candidate, percent: 50 } });
      const first = listVersions(channel);
      const stored = localStorage.getItem(STORAGE_KEY);
      expect(JSON.parse(stored ?? '')).toEqual({ toolbox: expect.any(Number) });
      for (const _load of Array.from({ length: 20 })) expect(listVersions(channel)).toEqual(first);
      listVersions(buildChannel({ ...buildPin('auth'), candidate: { ...candidate, name: 'auth', percent: 50 } }));
      expect(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')).toEqual({
        ...JSON.parse(stored ?? ''),
        auth: expect.any(Number),
      });
    });

    it('are never a stopped candidate, and always one for everybody', () => {
      expect(listVersions(buildChannel({ ...live, candidate: { ...candidate, percent: 0 } }))).toEqual([
        ['toolbox', 'live 1.2.0'],
      ]);
      expect(listVersions(buildChannel({ ...live, candidate: { ...candidate, percent: 100 } }))[0]).toContain('candidate 1.3.0');
    });

    it.each(['no JSON', '[]', '"5"', '{"toolbox":"5"}', '{"toolbox":500}'])('draw anew where %s was kept', (stored) => {
      localStorage.setItem(STORAGE_KEY, stored);
      listVersions(buildChannel({ ...live, candidate }));
      expect(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')).toMatchObject({ toolbox: expect.any(Number) });
    });

    it('are those of a tab that overrides them, and nothing in their place', () => {
      const own = { ...withVersion(live, '9.0.0'), paths: [buildPath('/toolbox/mine')] };
      const added = buildPin('studio', { paths: [buildPath('/studio')] });
      const channel = buildChannel(buildPin('auth'), { ...live, previous });
      expect(listVersions(channel, running(own), running(added))).toEqual([
        ['auth', 'live 1.0.0'],
        ['toolbox', 'override 9.0.0'],
        ['studio', 'override 1.0.0'],
      ]);
      const composed = composeChannel(channel, resolveVersions(channel, [own, added].map(running)));
      expect(composed.remotes.flatMap(({ paths }) => paths.map(({ path }) => path))).toEqual(['/toolbox/mine', '/studio']);
    });

    it('are no others where the build of an override cannot be had: it keeps the paths of the live one', () => {
      const channel = buildChannel({ ...live, previous, candidate: { ...candidate, percent: 100 } });
      const dead = { remote: 'toolbox', target: 'http://localhost:3003', refused: null, missing: 'It is down.' };
      const gone = { remote: 'studio', target: '9.9.9', refused: null, missing: 'It is not published.' };
      expect(listVersions(channel, dead, gone)).toEqual([
        ['toolbox', 'override unknown'],
        ['studio', 'override 9.9.9'],
      ]);
      const versions = resolveVersions(channel, [dead, gone]);
      expect(composeChannel(channel, versions).remotes[0]).toMatchObject({ paths: [{ path: '/toolbox' }] });
      expect(listBuilds(versions)).toEqual([]);
    });

    it('are what they would be without it where the server refuses an override', () => {
      const refused = { remote: 'toolbox', target: 'https://evil.example', refused: 'This channel allows no origin.' };
      expect(listVersions(buildChannel({ ...live, previous }), refused)).toEqual([['toolbox', 'live 1.2.0', 'previous 1.1.0']]);
    });
  });

  it('a browser that keeps nothing runs what is live: a candidate would come and go', () => {
    const warned = jest.spyOn(console, 'warn').mockReturnValue();
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(listVersions(buildChannel({ ...live, candidate: { ...candidate, percent: 100 } }))).toEqual([
      ['toolbox', 'live 1.2.0'],
    ]);
    set.mockRestore();
    warned.mockRestore();
  });
});

describe('the journal of a page', () => {
  const live = { build: buildPin('toolbox'), source: 'live' } as const;
  const previous = { build: withVersion(buildPin('toolbox'), '0.9.0'), source: 'previous' } as const;

  it('has one load for each version: what came of it first', () => {
    const journal = createRemoteJournal();
    journal.addLoad(live, false, 12.6);
    journal.addLoad(previous, true, 40);
    journal.addLoad(live, true, 5);
    expect(journal.loads).toEqual([
      { name: 'toolbox', version: '1.0.0', source: 'live', loaded: false, milliseconds: 13 },
      { name: 'toolbox', version: '0.9.0', source: 'previous', loaded: true, milliseconds: 40 },
    ]);
  });

  it('has an error once, through however many hands it goes, by its innermost cause', () => {
    const journal = createRemoteJournal();
    const cause = new TypeError('x is undefined');
    journal.addError(live, 'load', cause);
    journal.addError(live, 'render', new RemoteError('toolbox', '1.0.0', { cause }));
    journal.addError(live, 'render', 'thrown text');
    expect(journal.errors).toMatchObject([
      { kind: 'load', message: 'TypeError: x is undefined', stack: cause.stack, pathname: location.pathname },
      { kind: 'render', message: 'thrown text', stack: '' },
    ]);
  });

  it('gives what its code throws one reference, which the reports of it carry', () => {
    const journal = createRemoteJournal();
    const shown = journal.getReference(new TypeError('x is undefined'));
    expect(shown).toMatch(/^[2-9]{6}$/);
    journal.addError(live, 'render', new TypeError('x is undefined'));
    journal.addError(previous, 'render', new Error('of another version'));
    expect(journal.getReference(new Error('again'))).toBe(shown);
    expect(journal.errors).toMatchObject([
      { kind: 'render', version: '1.0.0', reference: shown },
      { kind: 'render', version: '0.9.0', reference: shown },
    ]);
    expect(createRemoteJournal().getReference(new Error('of another page'))).not.toBe(shown);
  });

  it('gives none where the code did not come', () => {
    const journal = createRemoteJournal();
    const cause = new TypeError('Failed to fetch');
    journal.addError(live, 'load', cause);
    expect(journal.getReference(new RemoteError('toolbox', '1.0.0', { cause }))).toBeUndefined();
    expect(journal.errors[0]).not.toHaveProperty('reference');
  });

  it('does not grow for ever', () => {
    const journal = createRemoteJournal();
    for (const count of Array.from({ length: 1000 }).keys()) journal.addError(live, 'script', new Error(String(count)));
    expect(journal.errors).toHaveLength(100);
  });
});
