import { useQuery } from '@solvent/http';
import { useSearchDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { useState } from 'react';
import { ownerOf } from '../remotes/channel.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { findPages } from './palette-pages.ts';
import { allProblemsEntry, modulesFoundOptions, peopleFoundOptions, problemsFoundOptions } from './palette-search.ts';

interface Found {
  data?: PaletteEntry[] | undefined;
  isFetching: boolean;
  isError: boolean;
}

/** @param last stands after what was found */
function groupOf(title: string, { data = [], isFetching, isError }: Found, last: PaletteEntry[] = []): PaletteGroup {
  const empty = data.length === 0 && !isFetching ? `No ${title.toLowerCase()} found` : undefined;
  const waiting = data.length === 0 && isFetching ? 'Searching…' : undefined;
  const note = isError ? `${title} could not be searched` : (waiting ?? empty);
  return { title, entries: [...data, ...last], note };
}

/** What the palette shows for what is typed: pages at once, problems, modules and people once nobody has typed for a while. */
export function usePaletteGroups() {
  const { channel } = useRemotes();
  const isLogin = useSession((state) => state.isLogin);
  const [search, setSearch] = useState('');
  const { draft, setDraft, searchNow } = useSearchDraft(search, setSearch);
  const problems = useQuery(problemsFoundOptions(search));
  const hasModules = ownerOf(channel, '/toolbox') !== undefined;
  const modules = useQuery({ ...modulesFoundOptions(search), enabled: search !== '' && hasModules });
  const hasPeople = ownerOf(channel, '/profile/somebody') !== undefined;
  const people = useQuery({ ...peopleFoundOptions(search), enabled: search !== '' && hasPeople });

  const pages = { title: 'Pages', entries: findPages(draft.trim(), { channel, isLogin }) };
  const found = [
    groupOf('Problems', problems, [allProblemsEntry(search)]),
    ...(hasModules ? [groupOf('Modules', modules)] : []),
    ...(hasPeople ? [groupOf('People', people)] : []),
  ];
  const groups: PaletteGroup[] = [...(pages.entries.length > 0 ? [pages] : []), ...(search === '' ? [] : found)];
  // What was found for an older text still stands: Enter must not lead there.
  const isStale = draft.trim() !== search || [problems, modules, people].some(({ isPlaceholderData }) => isPlaceholderData);
  return { draft, setDraft, searchNow, groups, isStale: isStale && pages.entries.length === 0 };
}
