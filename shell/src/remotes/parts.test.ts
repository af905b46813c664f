import { jest } from '@jest/globals';
import { CHANNEL_ELEMENT_ID } from '@solvent/federation/manifest';
import { channelOf, pathOf, pinOf, versionOf } from '../testing/channel-of.ts';
import { ownerOf, readChannel } from './channel.ts';
import { createPartJournal } from './part-journal.ts';
import { buildsOf, composedChannel, partsOf } from './part-version.ts';
import { RemoteError } from './remote-loader.ts';

const owned = channelOf(
  pinOf('toolbox', { paths: [pathOf('/toolbox'), pathOf('/toolbox/:moduleId')] }),
  pinOf('studio', { paths: [pathOf('/toolbox/upload')] }),
);

describe('the owner of a path', () => {
  it.each([
    ['/toolbox', 'toolbox', '/toolbox'],
    ['/toolbox/chart-dashboard', 'toolbox', '/toolbox/:moduleId'],
    ['/toolbox/upload', 'studio', '/toolbox/upload'],
    ['/toolbox/', 'toolbox', '/toolbox'],
  ])('%s is %s, by its pattern %s', (pathname, name, pattern) => {
    expect(ownerOf(owned, pathname)).toMatchObject({ pin: { name }, path: { path: pattern } });
  });

  it('is nobody for a path that no remote has', () => {
    expect(ownerOf(owned, '/toolbox/upload/now')).toBeUndefined();
    expect(ownerOf(owned, '/')).toBeUndefined();
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
    expect(() => readChannel()).toThrow('The page carries no channel document.');
  });
});

describe('the versions of remotes', () => {
  const live = pinOf('toolbox', { version: '1.2.0', paths: [pathOf('/toolbox')] });
  const previous = versionOf(live, '1.1.0');
  const candidate = { ...versionOf(live, '1.3.0'), paths: [pathOf('/toolbox'), pathOf('/toolbox/new')], percent: 10 };
  const KEY = 'canary';

  type Override = NonNullable<Parameters<typeof partsOf>[1]>[number];
  const running = (build: typeof live): Override => ({ remote: build.name, target: build.version, refused: null, build });

  const planOf = (channel: ReturnType<typeof channelOf>, ...overrides: Override[]) =>
    partsOf(channel, overrides).map(({ name, versions }) => [
      name,
      ...versions.map(({ build, source }) => `${source} ${build.version}`),
    ]);

  beforeEach(() => localStorage.clear());

  describe('the versions that a page runs', () => {
    it('are the live one, and the one before it when it fails', () => {
      expect(planOf(channelOf(pinOf('auth'), { ...live, previous }))).toEqual([
        ['auth', 'live 1.0.0'],
        ['toolbox', 'live 1.2.0', 'previous 1.1.0'],
      ]);
      expect(localStorage).toHaveLength(0);
    });

    it.each([
      [9, ['candidate 1.3.0', 'live 1.2.0', 'previous 1.1.0']],
      [10, ['live 1.2.0', 'previous 1.1.0']],
    ])('begin with the candidate of 10 percent where the number of this browser is below 10: %d', (number, versions) => {
      localStorage.setItem(KEY, JSON.stringify({ toolbox: number }));
      expect(planOf(channelOf({ ...live, previous, candidate }))).toEqual([['toolbox', ...versions]]);
    });

    it('are the same at each load: the number is drawn once, for each remote of its own', () => {
      const channel = channelOf({ ...live, candidate: { ...candidate, percent: 50 } });
      const first = planOf(channel);
      const kept = localStorage.getItem(KEY);
      expect(JSON.parse(kept ?? '')).toEqual({ toolbox: expect.any(Number) });
      for (const _load of Array.from({ length: 20 })) expect(planOf(channel)).toEqual(first);
      planOf(channelOf({ ...pinOf('auth'), candidate: { ...candidate, name: 'auth', percent: 50 } }));
      expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ ...JSON.parse(kept ?? ''), auth: expect.any(Number) });
    });

    it('are never a stopped candidate, and always one for everybody', () => {
      expect(planOf(channelOf({ ...live, candidate: { ...candidate, percent: 0 } }))).toEqual([['toolbox', 'live 1.2.0']]);
      expect(planOf(channelOf({ ...live, candidate: { ...candidate, percent: 100 } }))[0]).toContain('candidate 1.3.0');
    });

    it.each(['no JSON', '[]', '"5"', '{"toolbox":"5"}', '{"toolbox":500}'])('draw anew where %s was kept', (kept) => {
      localStorage.setItem(KEY, kept);
      planOf(channelOf({ ...live, candidate }));
      expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ toolbox: expect.any(Number) });
    });

    it('are those of a tab that overrides them, and nothing in their place', () => {
      const own = { ...versionOf(live, '9.0.0'), paths: [pathOf('/toolbox/mine')] };
      const added = pinOf('studio', { paths: [pathOf('/studio')] });
      const channel = channelOf(pinOf('auth'), { ...live, previous });
      expect(planOf(channel, running(own), running(added))).toEqual([
        ['auth', 'live 1.0.0'],
        ['toolbox', 'override 9.0.0'],
        ['studio', 'override 1.0.0'],
      ]);
      const composed = composedChannel(channel, partsOf(channel, [own, added].map(running)));
      expect(composed.remotes.flatMap(({ paths }) => paths.map(({ path }) => path))).toEqual(['/toolbox/mine', '/studio']);
    });

    it('are no others where the build of an override cannot be had: it keeps the paths of the live one', () => {
      const channel = channelOf({ ...live, previous, candidate: { ...candidate, percent: 100 } });
      const dead = { remote: 'toolbox', target: 'http://localhost:3003', refused: null, missing: 'It is down.' };
      const gone = { remote: 'studio', target: '9.9.9', refused: null, missing: 'It is not published.' };
      expect(planOf(channel, dead, gone)).toEqual([
        ['toolbox', 'override unknown'],
        ['studio', 'override 9.9.9'],
      ]);
      const parts = partsOf(channel, [dead, gone]);
      expect(composedChannel(channel, parts).remotes[0]).toMatchObject({ paths: [{ path: '/toolbox' }] });
      expect(buildsOf(parts)).toEqual([]);
    });

    it('are what they would be without it where the server refuses an override', () => {
      const refused = { remote: 'toolbox', target: 'https://evil.example', refused: 'This channel allows no origin.' };
      expect(planOf(channelOf({ ...live, previous }), refused)).toEqual([['toolbox', 'live 1.2.0', 'previous 1.1.0']]);
    });
  });

  it('a browser that keeps nothing runs what is live: a candidate would come and go', () => {
    const warned = jest.spyOn(console, 'warn').mockReturnValue();
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(planOf(channelOf({ ...live, candidate: { ...candidate, percent: 100 } }))).toEqual([['toolbox', 'live 1.2.0']]);
    set.mockRestore();
    warned.mockRestore();
  });
});

describe('the journal of a page', () => {
  const live = { build: pinOf('toolbox'), source: 'live' } as const;
  const previous = { build: versionOf(pinOf('toolbox'), '0.9.0'), source: 'previous' } as const;

  it('has one load for each version: what came of it first', () => {
    const journal = createPartJournal();
    journal.addLoad(live, false, 12.6);
    journal.addLoad(previous, true, 40);
    journal.addLoad(live, true, 5);
    expect(journal.loads).toEqual([
      { name: 'toolbox', version: '1.0.0', source: 'live', loaded: false, milliseconds: 13 },
      { name: 'toolbox', version: '0.9.0', source: 'previous', loaded: true, milliseconds: 40 },
    ]);
  });

  it('has an error once, through however many hands it goes, by its innermost cause', () => {
    const journal = createPartJournal();
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
    const journal = createPartJournal();
    const shown = journal.referenceOf(new TypeError('x is undefined'));
    expect(shown).toMatch(/^[2-9]{6}$/);
    journal.addError(live, 'render', new TypeError('x is undefined'));
    journal.addError(previous, 'render', new Error('of another version'));
    expect(journal.referenceOf(new Error('again'))).toBe(shown);
    expect(journal.errors).toMatchObject([
      { kind: 'render', version: '1.0.0', reference: shown },
      { kind: 'render', version: '0.9.0', reference: shown },
    ]);
    expect(createPartJournal().referenceOf(new Error('of another page'))).not.toBe(shown);
  });

  it('gives none where the code did not come', () => {
    const journal = createPartJournal();
    const cause = new TypeError('Failed to fetch');
    journal.addError(live, 'load', cause);
    expect(journal.referenceOf(new RemoteError('toolbox', '1.0.0', { cause }))).toBeUndefined();
    expect(journal.errors[0]).not.toHaveProperty('reference');
  });

  it('does not grow for ever', () => {
    const journal = createPartJournal();
    for (const count of Array.from({ length: 1000 }).keys()) journal.addError(live, 'script', new Error(String(count)));
    expect(journal.errors).toHaveLength(100);
  });
});
