import type { ModulesResponse } from '@solvent/contracts';
import type { SearchModule } from '@solvent/federation';
import { http } from '@solvent/http';
import { requireField } from '@solvent/kit';

/** Searches modules for the command palette (product 10.14). */
export const search: SearchModule['search'] = async (text, { limit, signal }) => {
  const { data } = await http.get<Partial<ModulesResponse>>('/modules', { params: { search: text, limit }, signal });
  return requireField(data, 'modules').map(({ id, title, author }) => ({
    to: `/toolbox/${encodeURIComponent(id)}`,
    label: title,
    detail: author.name,
  }));
};

export const all: NonNullable<SearchModule['all']> = (text) => ({
  to: `/toolbox?${new URLSearchParams({ search: text })}`,
  label: `All modules with “${text}”`,
});
