import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleListAnswer, ModuleListItem } from '@solvent/contracts';
import { failureText, http, infiniteQueryOptions, useMutation, useQueryClient } from '@solvent/http';
import { takeWish, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { modulePath, refreshModules, showModule } from './modules.ts';

/** The list of what the person has saved: /toolbox/saved. */
const SAVED_MODULES_KEY = ['modules', 'saved'] as const;

/** `PUT` or `DELETE /modules/{id}/save`: what is so already stays so. */
const writeSaved = (id: string, saved: boolean) =>
  saved ? http.put(modulePath(id, '/save'), {}) : http.delete(modulePath(id, '/save'));

const failureOf = (saved: boolean) =>
  saved ? 'Failed to save the module. Please try again.' : 'Failed to remove the saved module. Please try again.';

/**
 * Saves a module, or takes it back: shown at once, and taken back where the server did not. Quick clicks go to the server
 * one after the other, and what the last one says is what stands.
 */
export function useSaveModule(id: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['save-module', id];
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (saved: boolean) => writeSaved(id, saved),
    onMutate: (saved) => showModule(queryClient, id, { saved }),
    onSuccess: (_answer, saved) => {
      if (!isLast()) return;
      toast.success(saved ? 'Module saved' : 'Module no longer saved');
      // What /toolbox/saved shows now keeps its place there: the way back. It is asked for when one comes there anew.
      void queryClient.invalidateQueries({ queryKey: SAVED_MODULES_KEY, refetchType: 'none' });
    },
    onError: (error, saved) => {
      if (!isLast()) return;
      showModule(queryClient, id, { saved: !saved });
      toast.error(failureText(error, failureOf(saved)));
    },
  });
}

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

/** Saves the module that somebody wanted to save before signing in, once they are back. */
export function useCarriedWish(): void {
  const queryClient = useQueryClient();
  const isLogin = useSession((state) => state.isLogin);
  const [wish, setWish] = useState('');
  const { mutate } = useSaveModule(wish);
  // The page was asked for at the same time, and may say how it was before.
  const carryOut = useEffectEvent(() => mutate(true, { onSettled: () => void refreshModules(queryClient) }));

  useEffect(() => {
    if (isLogin) setWish(takeWish('save-module') ?? '');
  }, [isLogin]);
  useEffect(() => {
    if (wish) carryOut();
  }, [wish]);
}
