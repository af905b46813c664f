import type { Module } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { MODULES_KEY } from './module-query.ts';

const DETAIL = [...MODULES_KEY, 'detail'] as const;

/** Shows what is known of a module to have changed, whichever address its page stands at. */
export function showModule(queryClient: QueryClient, id: string, changes: Partial<Module>): void {
  queryClient.setQueriesData<Module>({ queryKey: DETAIL }, (module) =>
    module && module.id === id ? { ...module, ...changes } : module,
  );
}

/** Asks for everything that says something of modules again: what is on screen at once, the rest when it is needed. */
export const refreshModules = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: MODULES_KEY });
