import type { Remote } from '@solvent/federation';

/** What `remote.json` names, as far as it matters here. */
interface Description {
  paths: readonly { page: string }[];
  slots?: readonly string[];
  searches?: readonly { name: string }[];
}

/** Tests that a remote exports what its `remote.json` names, and nothing else, each with what its module has to export. */
export function checkRemote({ pages, slots = {}, searches = {} }: Remote, description: Description): void {
  it('exports the pages, slots and searches that remote.json names', () => {
    expect(Object.keys(pages)).toEqual([...new Set(description.paths.map(({ page }) => page))]);
    expect(Object.keys(slots)).toEqual(description.slots ?? []);
    expect(Object.keys(searches)).toEqual((description.searches ?? []).map(({ name }) => name));
  });

  it.each(Object.entries({ ...pages, ...slots }))('exports the component of %s alone: Fast Refresh reloads the page for more', async (_name, load) => {
    const loaded: object = (await load?.()) ?? {};
    expect(loaded).toMatchObject({ Component: expect.any(Function) });
    const isModule = Object.prototype.toString.call(loaded) === '[object Module]';
    expect(Object.keys(loaded)).toEqual(isModule ? ['Component'] : ['Component', 'preload']);
  });

  if (Object.keys(searches).length > 0)
    it.each(Object.entries(searches))('exports the search for %s', async (_name, load) => {
      expect(typeof (await load()).search).toBe('function');
    });
}
