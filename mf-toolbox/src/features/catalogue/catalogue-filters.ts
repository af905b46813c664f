import { MODULE_SORTS, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import type { ModuleSort, ModulesQuery } from '@solvent/contracts';

/** What the person looks for. Stands in the address, so that Back and a copied link bring it again. */
export interface CatalogueFilters {
  search: string;
  tags: string[];
  /** Undefined: both. */
  price: 'free' | 'paid' | undefined;
  sort: ModuleSort;
  /** From 1. */
  page: number;
}

const TECHNOLOGIES = new Set<string>(MODULE_TECHNOLOGIES);
const DEFAULT_SORT: ModuleSort = MODULE_SORTS[0];

/** The catalogue as it opens. */
export const NO_FILTERS: CatalogueFilters = { search: '', tags: [], price: undefined, sort: DEFAULT_SORT, page: 1 };

const pageFrom = (text: string | null) => {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? page : 1;
};

/** Reads the address; what makes no sense there is left out. */
export function parseFilters(params: URLSearchParams): CatalogueFilters {
  const price = params.get('price');
  const tags = (params.get('tags') ?? '').split(',').filter((tag) => TECHNOLOGIES.has(tag));
  return {
    search: params.get('search')?.trim() ?? '',
    tags: [...new Set(tags)],
    price: price === 'free' || price === 'paid' ? price : undefined,
    sort: MODULE_SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_SORT,
    page: pageFrom(params.get('page')),
  };
}

/** The query string of these filters: only what is not as it opens. */
export function filterParams({ search, tags, price, sort, page }: CatalogueFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (tags.length > 0) params.set('tags', tags.join(','));
  if (price) params.set('price', price);
  if (sort !== DEFAULT_SORT) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The query of `GET /modules` for these filters. */
export function modulesQueryOf({ search, tags, price, sort, page }: CatalogueFilters): ModulesQuery {
  return { search: search || undefined, tags: tags.length > 0 ? tags.join(',') : undefined, price, sort, page };
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ search, tags, price }: CatalogueFilters): boolean =>
  search !== '' || tags.length > 0 || price !== undefined;
