import { foldText, hasTerms } from '@solvent/contracts/search';
import type { SearchModule, SearchResult } from '@solvent/federation';
import { keepPreviousData, queryOptions, getReference, useQuery } from '@solvent/http';
import { useSearchDraft } from '@solvent/kit';
import { requestPage, toggleTheme } from '@solvent/store';
import { useMemo, useState } from 'react';
import { useMenu } from '../remotes/pages.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { memoizeLoad } from '../remotes/retry.ts';
import type { MemoizedLoad } from '../remotes/retry.ts';

/** A page, a result, or an action, which has `run` instead of a link. */
export type PaletteEntry = SearchResult & { run?: () => void };

export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
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

/** Actions replace the pages that they open. `to` identifies an entry. */
const ACTIONS: readonly PaletteEntry[] = [
  { to: '/post-problem', label: 'Post a problem', run: () => requestPage('/post-problem') },
  { to: '/my-bids', label: 'Go to my bids' },
];
const SWITCH_THEME: PaletteEntry = { to: '#theme', label: 'Switch theme', run: toggleTheme };

function usePages(text: string): PaletteGroup[] {
  const items = useMenu('palette');
  const pages = items.map(({ page, label }) => ({ to: page.path, label }));
  const actions = ACTIONS.filter(({ to }) => pages.some((page) => page.to === to));
  const others = pages.filter(({ to }) => !actions.some((action) => action.to === to));
  const groups = [
    { title: 'Actions', entries: [...actions, SWITCH_THEME] },
    { title: 'Pages', entries: others },
  ];
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ label }) => hasTerms(label, text)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Puts entries whose label is the text first: within their group, and their group before others. */
function putExactFirst(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const wanted = foldText(text).trim();
  const rank = ({ label }: PaletteEntry) => (foldText(label).trim() === wanted ? 0 : 1);
  const best = ({ entries }: PaletteGroup) => Math.min(1, ...entries.map(rank));
  return groups
    .map((group) => ({ ...group, entries: group.entries.toSorted((one, other) => rank(one) - rank(other)) }))
    .toSorted((one, other) => best(one) - best(other));
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
    ...pages,
    ...(text === '' ? [] : results.map(({ search, query }) => buildGroup(search, query, text))),
  ];
  // Enter must not open a result of an older text.
  const isStale = draft.trim() !== text || results.some(({ query }) => query.isPlaceholderData);
  const titles = searches.map(({ title }) => title.toLowerCase());
  return { draft, setDraft, searchNow, groups: putExactFirst(groups, draft), titles, isStale: isStale && pages.length === 0 };
}
