import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleListAnswer, ModuleListItem } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';
import { SAVED_MODULES_KEY } from '../../saving/save-module.ts';

async function fetchSaved(page: number, signal: AbortSignal): Promise<ModuleListAnswer> {
  const params = { page, limit: PAGE_SIZES.modules };
  const { data } = await http.get<Partial<ModuleListAnswer>>('/modules/saved', { params, signal });
  if (!Array.isArray(data.modules)) throw new Error('Invalid format: the answer has no array of modules.');
  return { modules: data.modules, totalPages: data.totalPages ?? 1, ...params };
}

/** `GET /modules/saved`, the latest saved first, page by page. */
export const savedModulesOptions = infiniteQueryOptions({
  queryKey: SAVED_MODULES_KEY,
  queryFn: ({ pageParam, signal }) => fetchSaved(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
});

/** Each once: what is saved meanwhile moves the others from page to page. */
export const distinctModules = (pages: readonly ModuleListAnswer[]): ModuleListItem[] => [
  ...new Map(pages.flatMap(({ modules }) => modules).map((module) => [module.id, module])).values(),
];
