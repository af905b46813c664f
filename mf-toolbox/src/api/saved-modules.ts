import { PAGE_SIZES } from '@solvent/contracts';
import type { Module, ModuleListResponse } from '@solvent/contracts';
import { http, queryClient, useQueryClient } from '@solvent/http';
import { pagedQuery, requireField, useOptimisticMutation } from '@solvent/kit';
import { consumePendingAction, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { MODULE_DETAILS_KEY, modulePath, invalidateModules, withChanges } from './modules.ts';

const SAVED_MODULES_KEY = ['modules', 'saved'] as const;

/** `PUT` or `DELETE /modules/{id}/save`, idempotent. */
const sendSaved = (id: string, saved: boolean) =>
  saved ? http.put(modulePath(id, '/save'), {}) : http.delete(modulePath(id, '/save'));

const failureText = (saved: boolean) =>
  saved ? 'Failed to save the module. Please try again.' : 'Failed to remove the saved module. Please try again.';

/** Saves or removes a module, optimistically. */
export function useSaveModule(id: string) {
  const client = useQueryClient();
  return useOptimisticMutation({
    mutationKey: ['save-module', id],
    mutationFn: (saved: boolean) => sendSaved(id, saved),
    updates: [{ queryKey: MODULE_DETAILS_KEY, update: (module: Module, saved: boolean) => withChanges(module, id, { saved }) }],
    onSuccess: (_response, saved) => {
      toast.success(saved ? 'Module saved' : 'Module no longer saved');
      // /toolbox/saved keeps showing a removed module with Undo until it is opened again.
      void client.invalidateQueries({ queryKey: SAVED_MODULES_KEY, refetchType: 'none' });
    },
    onError: (error, saved) => toast.failure(error, failureText(saved)),
  });
}

export const savedModulesOptions = pagedQuery({
  queryKey: SAVED_MODULES_KEY,
  path: '/modules/saved',
  limit: PAGE_SIZES.modules,
  read: (body: Partial<ModuleListResponse>) => ({ modules: requireField(body, 'modules'), totalPages: body.totalPages ?? 1 }),
});

export const preloadSavedModules = () => queryClient.prefetchInfiniteQuery(savedModulesOptions);

/** Completes a save that was started before signing in. */
export function useResumeSave(): void {
  const client = useQueryClient();
  const isLogin = useSession((state) => state.isLogin);
  const [id, setId] = useState('');
  const { mutate } = useSaveModule(id);
  // The page was fetched concurrently and may show the old state.
  const resume = useEffectEvent(() => mutate(true, { onSettled: () => void invalidateModules(client) }));

  useEffect(() => {
    if (isLogin) setId(consumePendingAction('save-module') ?? '');
  }, [isLogin]);
  useEffect(() => {
    if (id) resume();
  }, [id]);
}
