import { MODULE_SORTS, MODULE_TECHNOLOGIES, PAGE_SIZES } from '@solvent/contracts';
import type {
  ArchivedFile,
  Module,
  ModuleResponse,
  ModuleFilesResponse,
  ModuleListResponse,
  ModuleListItem,
  ModulesResponse,
  ModuleSort,
  ModulesQuery,
} from '@solvent/contracts';
import { http, keepPreviousData, queryClient, queryOptions, useQuery } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { updateCachedData } from '@solvent/kit';

/** Returns the API path of a module. @param id its id or slug */
export const modulePath = (id: string, suffix = ''): string => `/modules/${encodeURIComponent(id)}${suffix}`;

export const MODULES_KEY = ['modules'] as const;

export const MODULE_DETAILS_KEY = [...MODULES_KEY, 'detail'] as const;

export const moduleKey = (id: string) => [...MODULE_DETAILS_KEY, id] as const;

export async function fetchModule(id: string, signal: AbortSignal): Promise<Module> {
  const { data } = await http.get<Partial<ModuleResponse>>(modulePath(id), { signal });
  if (!data.module) throw new Error('Invalid format: the response has no module.');
  return data.module;
}

export const moduleOptions = (id: string) =>
  queryOptions({ queryKey: moduleKey(id), queryFn: ({ signal }) => fetchModule(id, signal) });

async function fetchRelated(id: string, signal: AbortSignal): Promise<ModuleListItem[]> {
  const { data } = await http.get<Partial<ModuleListResponse>>(modulePath(id, '/related'), { signal });
  return data.modules ?? [];
}

export const relatedOptions = (id: string) =>
  queryOptions({ queryKey: [...MODULES_KEY, 'related', id], queryFn: ({ signal }) => fetchRelated(id, signal) });

async function fetchFiles(id: string, signal: AbortSignal): Promise<ArchivedFile[]> {
  const { data } = await http.get<Partial<ModuleFilesResponse>>(modulePath(id, '/files'), { signal });
  if (!data.files) throw new Error('Invalid format: the response has no files.');
  return data.files;
}

/** `GET /modules/{id}/files`, for the latest version. */
export const filesOptions = (id: string) =>
  queryOptions({ queryKey: [...MODULES_KEY, 'files', id], queryFn: ({ signal }) => fetchFiles(id, signal) });

export const withChanges = (module: Module, id: string, changes: Partial<Module>): Module =>
  module.id === id ? { ...module, ...changes } : module;

/** Updates a cached module, whether it was loaded by id or slug. */
export function updateCachedModule(client: QueryClient, id: string, changes: Partial<Module>): void {
  updateCachedData(client, { queryKey: MODULE_DETAILS_KEY }, (module: Module) => withChanges(module, id, changes));
}

export const invalidateModules = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: MODULES_KEY });

/** Filters in the URL, so that Back and copied links restore them. */
export interface CatalogueFilters {
  search: string;
  tags: string[];
  /** Undefined means both. */
  price: 'free' | 'paid' | undefined;
  sort: ModuleSort;
  page: number;
}

const TECHNOLOGIES = new Set<string>(MODULE_TECHNOLOGIES);
const DEFAULT_SORT: ModuleSort = MODULE_SORTS[0];

export const DEFAULT_FILTERS: CatalogueFilters = { search: '', tags: [], price: undefined, sort: DEFAULT_SORT, page: 1 };

const parsePage = (text: string | null) => {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? page : 1;
};

/** Parses the URL and ignores invalid values. */
export function parseFilters(params: URLSearchParams): CatalogueFilters {
  const price = params.get('price');
  const tags = (params.get('tags') ?? '').split(',').filter((tag) => TECHNOLOGIES.has(tag));
  return {
    search: params.get('search')?.trim() ?? '',
    tags: [...new Set(tags)],
    price: price === 'free' || price === 'paid' ? price : undefined,
    sort: MODULE_SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_SORT,
    page: parsePage(params.get('page')),
  };
}

/** Builds the query string; omits defaults. */
export function toSearchParams({ search, tags, price, sort, page }: CatalogueFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (tags.length > 0) params.set('tags', tags.join(','));
  if (price) params.set('price', price);
  if (sort !== DEFAULT_SORT) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

export function toModulesQuery({ search, tags, price, sort, page }: CatalogueFilters): ModulesQuery {
  return { search: search || undefined, tags: tags.length > 0 ? tags.join(',') : undefined, price, sort, page };
}

export const hasActiveFilters = ({ search, tags, price }: CatalogueFilters): boolean =>
  search !== '' || tags.length > 0 || price !== undefined;

export const modulesOptions = (filters: CatalogueFilters) => {
  const params = { ...toModulesQuery(filters), limit: PAGE_SIZES.modules };
  return queryOptions({
    queryKey: ['modules', 'list', params],
    queryFn: async ({ signal }) => (await http.get<ModulesResponse>('/modules', { params, signal })).data,
  });
};

export const preloadModules = (search: URLSearchParams) => queryClient.prefetchQuery(modulesOptions(parseFilters(search)));

export const useModules = (filters: CatalogueFilters) =>
  useQuery({ ...modulesOptions(filters), placeholderData: keepPreviousData });
