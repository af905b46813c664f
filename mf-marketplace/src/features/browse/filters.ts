import {
  BROWSE,
  CATEGORY_VALUES,
  PROBLEM,
  PROBLEM_SORTS,
  PROBLEM_STATUSES,
  cutText,
  SEARCH_MAX,
  writeProblemSearch,
} from '@solvent/contracts';
import type { Category, ProblemSearch, ProblemSort, ProblemStatus } from '@solvent/contracts';
import type { ListQuery } from '../../api/problems.ts';

export type PriceRange = readonly [lowest: number, highest: number];

export interface ProblemFilters {
  search: string;
  tags: readonly string[];
  price: PriceRange;
  category?: Category | undefined;
  status?: ProblemStatus | undefined;
  /** Days within which a solution is needed. */
  dueWithin?: number | undefined;
  /** Absent: best match for a search, else newest. */
  sort?: ProblemSort | undefined;
}

export const FULL_PRICE: PriceRange = [BROWSE.priceMin, BROWSE.priceMax];

export const INITIAL_FILTERS: ProblemFilters = { search: '', tags: [], price: BROWSE.initialPrice };

const findValue = <Value extends string>(values: readonly Value[], param: string | null) =>
  values.find((value) => value === param);

function readPrice(param: string | null): PriceRange {
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(param ?? '') ?? [];
  if (from === undefined || to === undefined) return INITIAL_FILTERS.price;
  const lowest = Math.min(Number(from), BROWSE.priceMax);
  const highest = Math.min(Number(to), BROWSE.priceMax);
  return lowest <= highest ? [lowest, highest] : INITIAL_FILTERS.price;
}

function readTags(param: string | null): string[] {
  const tags = (param ?? '').split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter(Boolean);
}

/** Reads filters from a URL. Ignores invalid values. */
export function readFilters(params: URLSearchParams): ProblemFilters {
  return {
    search: cutText((params.get('q') ?? '').trim(), SEARCH_MAX),
    tags: readTags(params.get('tags')),
    price: readPrice(params.get('price')),
    category: findValue(CATEGORY_VALUES, params.get('category')),
    status: findValue(PROBLEM_STATUSES, params.get('status')),
    dueWithin: PROBLEM.dueWithinDays.find((days) => String(days) === params.get('due')),
    sort: findValue(PROBLEM_SORTS, params.get('sort')),
  };
}

export const isSamePrice = (one: PriceRange, other: PriceRange): boolean => one[0] === other[0] && one[1] === other[1];

/** Returns a query string such as `?q=socket&tags=React,AWS&price=0-2500`; empty for the initial filters. */
export const writeFilters = (filters: ProblemFilters): string => writeProblemSearch(toQuery(filters));

/** Returns the parameters of `GET /problems`, without filters that are not set (product 7.4). */
export function toQuery({ search, tags, price, category, status, dueWithin, sort }: ProblemFilters): ListQuery {
  return {
    ...(tags.length > 0 ? { tags: tags.join(',') } : {}),
    ...(search ? { search } : {}),
    price_min: price[0],
    price_max: price[1],
    ...(category ? { category } : {}),
    ...(status ? { status } : {}),
    ...(dueWithin ? { due_within: dueWithin } : {}),
    ...(sort ? { sort } : {}),
  };
}

export function toFilters({ tags, search = '', price_min, price_max, due_within, ...rest }: ProblemSearch): ProblemFilters {
  const [lowest, highest] = FULL_PRICE;
  const price = [Math.min(price_min ?? lowest, highest), Math.min(price_max ?? highest, highest)] as const;
  return { search, tags: readTags(tags ?? null), price, dueWithin: due_within, ...rest };
}

/** Whether the price was chosen: the initial range is no filter (product 2.16). */
export const isPriceChosen = (price: PriceRange): boolean =>
  !isSamePrice(price, INITIAL_FILTERS.price) && !isSamePrice(price, FULL_PRICE);

/** Whether anything but the sort order differs from the initial filters. */
export const isFiltered = (filters: ProblemFilters): boolean => writeFilters({ ...filters, sort: undefined }) !== '';
