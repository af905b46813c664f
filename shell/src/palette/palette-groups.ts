import { BROWSE } from '@solvent/contracts';
import type { ModulesAnswer, ProblemsAnswer, ProfilesAnswer } from '@solvent/contracts';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { http, keepPreviousData, queryOptions, useQuery } from '@solvent/http';
import { useSearchDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { useState } from 'react';
import { ownerOf } from '../remotes/channel.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { ownPages } from '../routing/own-pages.ts';

/** Somewhere that the palette leads to. */
export interface PaletteEntry {
  to: string;
  label: string;
  /** A word beside it, such as a problem's status. */
  detail?: string;
}

/** Entries of one kind. */
export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
  /** In place of entries, or above them: that they are on their way, or did not come. */
  note?: string | undefined;
}

interface PaletteSite {
  channel: ChannelDocument;
  isLogin: boolean;
}

interface PaletteSitePage {
  to: string;
  label: string;
  /** Who finds it; everybody where it is missing. */
  for?: 'signed-in' | 'signed-out';
}

const PAGES: PaletteSitePage[] = [
  { to: '/home', label: 'Home' },
  { to: '/problems', label: 'Browse Problems' },
  { to: '/post-problem', label: 'Post a Problem', for: 'signed-in' },
  { to: '/my-bids', label: 'My Bids', for: 'signed-in' },
  { to: '/saved-problems', label: 'Saved Problems', for: 'signed-in' },
  { to: '/conversations', label: 'Conversations', for: 'signed-in' },
  { to: '/notifications', label: 'Notifications', for: 'signed-in' },
  { to: '/profile', label: 'Profile', for: 'signed-in' },
  { to: '/toolbox', label: 'Toolbox' },
  { to: '/signin', label: 'Sign In', for: 'signed-out' },
  { to: '/signup', label: 'Create an Account', for: 'signed-out' },
  ...ownPages.map(({ path, title }) => ({ to: path, label: title })),
];

/** Pages that this deployment has; the Toolbox's once its channel has opened it. */
function isThere({ to }: PaletteSitePage, channel: ChannelDocument): boolean {
  if (to === '/toolbox' && !channel.toolboxOpen) return false;
  return ownPages.some(({ path }) => path === to) || ownerOf(channel, to) !== undefined;
}

/** The pages of this deployment, for this visitor, whose names contain every word of the text. */
function findPages(text: string, { channel, isLogin }: PaletteSite): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/);
  const who = isLogin ? 'signed-in' : 'signed-out';
  return PAGES.filter((page) => (page.for ?? who) === who && isThere(page, channel))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .map(({ to, label }) => ({ to, label }));
}

/** So many of each kind: the palette is for what one nearly knows. */
const LIMIT = 5;

async function searchProblems(search: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { data } = await http.get<Partial<ProblemsAnswer>>('/problems', { params: { search, limit: LIMIT }, signal });
  return (data.problems ?? []).map(({ _id, title, budget }) => ({
    to: `/view-problems/${_id}`,
    label: title,
    detail: `$${budget.toLocaleString('en-US')}`,
  }));
}

async function searchModules(search: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { data } = await http.get<Partial<ModulesAnswer>>('/modules', { params: { search, limit: LIMIT }, signal });
  return (data.modules ?? []).map(({ title, author }) => ({
    to: `/toolbox?${new URLSearchParams({ search: title })}`,
    label: title,
    detail: author.name,
  }));
}

async function searchPeople(search: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { data } = await http.get<Partial<ProfilesAnswer>>('/auth/profiles', { params: { search }, signal });
  return (data.users ?? []).map(({ _id, name, headline }) => ({
    to: `/profile/${_id}`,
    label: name,
    ...(headline === '' ? {} : { detail: headline }),
  }));
}

/** `GET /problems`, `GET /modules` and `GET /auth/profiles` for a text; a newer text aborts them. What was found before stays until then. */
const searchOptions = (kind: 'problems' | 'modules' | 'people', find: typeof searchProblems) => (search: string) =>
  queryOptions({
    queryKey: [kind, 'palette', search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: search !== '',
    placeholderData: search === '' ? undefined : keepPreviousData,
  });

const problemsFoundOptions = searchOptions('problems', searchProblems);
const modulesFoundOptions = searchOptions('modules', searchModules);
const peopleFoundOptions = searchOptions('people', searchPeople);

/** The list of problems with this search, at any price. */
const allProblemsEntry = (search: string): PaletteEntry => ({
  to: `/problems?${new URLSearchParams({ q: search, price: `${BROWSE.priceMin}-${BROWSE.priceMax}` })}`,
  label: `All problems with “${search}”`,
});

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
