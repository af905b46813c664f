import { jest } from '@jest/globals';
import { buildChannel, buildPath, buildPin, withVersion } from '../testing/build-channel.ts';
import { composeChannel, listBuilds, resolveVersions } from './remote-versions.ts';

describe('the versions that a page runs', () => {
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

  it('are the live one and the previous one as its fallback', () => {
    expect(listVersions(buildChannel(buildPin('auth'), { ...live, previous }))).toEqual([
      ['auth', 'live 1.0.0'],
      ['toolbox', 'live 1.2.0', 'previous 1.1.0'],
    ]);
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    [9, ['candidate 1.3.0', 'live 1.2.0', 'previous 1.1.0']],
    [10, ['live 1.2.0', 'previous 1.1.0']],
  ])('start with the 10 percent candidate if the number of this browser is below 10: %d', (number, versions) => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ toolbox: number }));
    expect(listVersions(buildChannel({ ...live, previous, candidate }))).toEqual([['toolbox', ...versions]]);
  });

  it('are the same at each load: each remote has a stored number', () => {
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

  it('never include a stopped candidate, and always one of 100 percent', () => {
    expect(listVersions(buildChannel({ ...live, candidate: { ...candidate, percent: 0 } }))).toEqual([['toolbox', 'live 1.2.0']]);
    expect(listVersions(buildChannel({ ...live, candidate: { ...candidate, percent: 100 } }))[0]).toContain('candidate 1.3.0');
  });

  it.each(['no JSON', '[]', '"5"', '{"toolbox":"5"}', '{"toolbox":500}'])('get a new number if %s is stored', (stored) => {
    localStorage.setItem(STORAGE_KEY, stored);
    listVersions(buildChannel({ ...live, candidate }));
    expect(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')).toMatchObject({ toolbox: expect.any(Number) });
  });

  it('are only the override if the tab has one', () => {
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

  it('have no fallback if the build of an override is unavailable, which keeps the paths of the live one', () => {
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

  it('ignore a refused override', () => {
    const refused = { remote: 'toolbox', target: 'https://evil.example', refused: 'This channel allows no origin.' };
    expect(listVersions(buildChannel({ ...live, previous }), refused)).toEqual([['toolbox', 'live 1.2.0', 'previous 1.1.0']]);
  });

  it('exclude a candidate without storage, because the version would change between page loads', () => {
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
