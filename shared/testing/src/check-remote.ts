import type { Remote } from '@solvent/federation';
import { remoteJsonProblems } from '@solvent/federation/manifest';
import { icons } from 'lucide-react';

interface Description {
  name: string;
  paths: readonly { page: string }[];
  slots?: readonly string[];
  searches?: readonly { name: string }[];
}

/** `chart-line` is exported by Lucide as `ChartLine`. */
const isIcon = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()) in icons;

/** Tests that a remote's `remote.json` is valid, and that the remote exports what it names. */
export function checkRemote({ pages, slots = {}, searches = {} }: Remote, description: Description): void {
  it('has a valid remote.json', () => {
    expect(remoteJsonProblems(description, { name: description.name, isIcon })).toEqual([]);
  });

  it('exports the pages, slots and searches that remote.json names', () => {
    expect(Object.keys(pages)).toEqual([...new Set(description.paths.map(({ page }) => page))]);
    expect(Object.keys(slots)).toEqual(description.slots ?? []);
    expect(Object.keys(searches)).toEqual((description.searches ?? []).map(({ name }) => name));
  });

  it.each(Object.entries({ ...pages, ...slots }))(
    'exports only the component of %s: Fast Refresh would reload the page otherwise',
    async (_name, load) => {
      const loaded: object = (await load?.()) ?? {};
      expect(loaded).toMatchObject({ Component: expect.any(Function) });
      const isModule = Object.prototype.toString.call(loaded) === '[object Module]';
      expect(Object.keys(loaded)).toEqual(isModule ? ['Component'] : ['Component', 'preload']);
    },
  );

  if (Object.keys(searches).length > 0)
    it.each(Object.entries(searches))('exports the search for %s', async (_name, load) => {
      expect(typeof (await load()).search).toBe('function');
    });
}
