import { BROWSE } from '@solvent/contracts';
import type { ModulesAnswer, ProblemsAnswer, ProfilesAnswer } from '@solvent/contracts';
import { http, keepPreviousData, queryOptions } from '@solvent/http';
import type { PaletteEntry } from './palette-entry.ts';

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

export const problemsFoundOptions = searchOptions('problems', searchProblems);
export const modulesFoundOptions = searchOptions('modules', searchModules);
export const peopleFoundOptions = searchOptions('people', searchPeople);

/** The list of problems with this search, at any price. */
export const allProblemsEntry = (search: string): PaletteEntry => ({
  to: `/problems?${new URLSearchParams({ q: search, price: `${BROWSE.priceMin}-${BROWSE.priceMax}` })}`,
  label: `All problems with “${search}”`,
});
