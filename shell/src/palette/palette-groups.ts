import { hasTerms } from '@solvent/contracts/search';
import type { SearchModule, SearchResult } from '@solvent/federation';
import { keepPreviousData, queryOptions, getReference, useQuery } from '@solvent/http';
import { useSearchDraft } from '@solvent/kit';
import { useMemo, useState } from 'react';
import { useMenu } from '../remotes/pages.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { memoizeLoad } from '../remotes/retry.ts';
import type { MemoizedLoad } from '../remotes/retry.ts';

export interface PaletteGroup {
  title: string;
  entries: readonly SearchResult[];
  note?: string | undefined;
}

interface Search {
  title: string;
  owner: string;
  name: string;
  code: MemoizedLoad<SearchModule>;
}

function createSearches({ channel, loader }: Remotes): Search[] {
  const allSearches = channel.remotes.flatMap(({ name: owner, searches }) => searches.map((search) => ({ ...search, owner })));
  return allSearches
    .toSorted((one, other) => one.order - other.order)
    .map(({ owner, name, title }) => ({
      title,
      owner,
      name,
      code: memoizeLoad(async () => {
        const load = (await loader.load(owner)).searches[name];
        if (!load) throw new Error(`${owner} names the search "${name}" and does not export it.`);
        return load();
      }),
    }));
}

function usePages(text: string): PaletteGroup {
  const items = useMenu('palette');
  const entries = items.filter(({ label }) => hasTerms(label, text)).map(({ page, label }) => ({ to: page.path, label }));
  return { title: 'Pages', entries };
}

const RESULTS_PER_GROUP = 5;

/** Keeps the previous results while a new text is searched, and aborts the older request. */
const searchOptions = ({ owner, name, code }: Search, text: string) =>
  queryOptions({
    queryKey: [owner, 'palette', name, text],
    queryFn: async ({ signal }) => (await code.load()).search(text, { limit: RESULTS_PER_GROUP, signal }),
    enabled: text !== '',
    placeholderData: text === '' ? undefined : keepPreviousData,
  });

interface SearchState {
  data?: SearchResult[] | undefined;
  isFetching: boolean;
  error: unknown;
}

function buildGroup({ title, code }: Search, { data = [], isFetching, error }: SearchState, text: string): PaletteGroup {
  const emptyText = data.length === 0 && !isFetching ? `No ${title.toLowerCase()} found` : undefined;
  const waitingText = data.length === 0 && isFetching ? 'Searching…' : undefined;
  const reference = getReference(error);
  const failureText = `${title} could not be searched${reference ? `. Reference ${reference}` : ''}`;
  const note = error ? failureText : (waitingText ?? emptyText);
  const all = code.getValue()?.all?.(text);
  return { title, entries: all ? [...data, all] : data, note };
}

export function usePaletteGroups() {
  const remotes = useRemotes();
  const searches = useMemo(() => createSearches(remotes), [remotes]);
  const [text, setText] = useState('');
  const { draft, setDraft, searchNow } = useSearchDraft(text, setText);
  // oxlint-disable-next-line react/hooks, react-hooks/rules-of-hooks -- the same searches at each render; useQueries is a kB of every page
  const results = searches.map((search) => ({ search, query: useQuery(searchOptions(search, text)) }));

  const pages = usePages(draft.trim());
  const groups: PaletteGroup[] = [
    ...(pages.entries.length > 0 ? [pages] : []),
    ...(text === '' ? [] : results.map(({ search, query }) => buildGroup(search, query, text))),
  ];
  // Enter must not open a result of an older text.
  const isStale = draft.trim() !== text || results.some(({ query }) => query.isPlaceholderData);
  const titles = searches.map(({ title }) => title.toLowerCase());
  return { draft, setDraft, searchNow, groups, titles, isStale: isStale && pages.entries.length === 0 };
}
