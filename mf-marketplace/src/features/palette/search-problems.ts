import { BROWSE } from '@solvent/contracts';
import type { ProblemsResponse } from '@solvent/contracts';
import type { SearchModule } from '@solvent/federation';
import { http } from '@solvent/http';
import { formatMoney, requireField, toCents } from '@solvent/kit';

/** `GET /problems` for the command palette (product 10.14). */
export const search: SearchModule['search'] = async (text, { limit, signal }) => {
  const { data } = await http.get<Partial<ProblemsResponse>>('/problems', { params: { search: text, limit }, signal });
  return requireField(data, 'problems').map(({ _id, title, budget }) => ({
    to: `/view-problems/${_id}`,
    label: title,
    detail: formatMoney(toCents(budget)),
  }));
};

export const all: NonNullable<SearchModule['all']> = (text) => ({
  to: `/problems?${new URLSearchParams({ q: text, price: `${BROWSE.priceMin}-${BROWSE.priceMax}` })}`,
  label: `All problems with “${text}”`,
});
