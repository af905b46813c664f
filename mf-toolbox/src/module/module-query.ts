import type { Module, ModuleAnswer, ModuleListAnswer, ModuleListItem } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';

/** The address of a module in the API. @param id its id or slug */
export const modulePath = (id: string, rest = ''): string => `/modules/${encodeURIComponent(id)}${rest}`;

/** Every answer that holds modules. */
export const MODULES_KEY = ['modules'] as const;

/** @param id as the address has it: id or slug */
export const moduleKey = (id: string) => [...MODULES_KEY, 'detail', id] as const;

/** @throws ApiError; Error where the answer has no module */
export async function fetchModule(id: string, signal: AbortSignal): Promise<Module> {
  const { data } = await http.get<Partial<ModuleAnswer>>(modulePath(id), { signal });
  if (!data.module) throw new Error('Invalid format: the answer has no module.');
  return data.module;
}

/** `GET /modules/{id}`. */
export const moduleOptions = (id: string) =>
  queryOptions({ queryKey: moduleKey(id), queryFn: ({ signal }) => fetchModule(id, signal) });

async function fetchRelated(id: string, signal: AbortSignal): Promise<ModuleListItem[]> {
  const { data } = await http.get<Partial<ModuleListAnswer>>(modulePath(id, '/related'), { signal });
  return data.modules ?? [];
}

/** `GET /modules/{id}/related`. */
export const relatedOptions = (id: string) =>
  queryOptions({ queryKey: [...MODULES_KEY, 'related', id], queryFn: ({ signal }) => fetchRelated(id, signal) });
