import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleListAnswer } from '@solvent/contracts';
import { http, queryClient, useMutation, useQueryClient } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit';
import { consumePendingAction, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { MODULE_DETAILS_KEY, modulePath, invalidateModules, updateCachedModule } from './modules.ts';

/** The list of what the person has saved: /toolbox/saved. */
const SAVED_MODULES_KEY = ['modules', 'saved'] as const;

/** `PUT` or `DELETE /modules/{id}/save`: repeating it changes nothing. */
const sendSaved = (id: string, saved: boolean) =>
  saved ? http.put(modulePath(id, '/save'), {}) : http.delete(modulePath(id, '/save'));

const failureText = (saved: boolean) =>
  saved ? 'Failed to save the module. Please try again.' : 'Failed to remove the saved module. Please try again.';

/**
 * Saves a module, or takes it back: shown at once, and taken back where the server did not. Quick clicks go to the server
 * one after the other, and what the last one says is what stands.
 */
export function useSaveModule(id: string) {
  const client = useQueryClient();
  const mutationKey = ['save-module', id];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (saved: boolean) => sendSaved(id, saved),
    onMutate: (saved) => updateCachedModule(client, id, { saved }),
    onSuccess: (_response, saved) => {
      if (!isLast()) return;
      // What was asked for before may have come since; what has not is asked for again, for it may say how it was.
      updateCachedModule(client, id, { saved });
      void client.refetchQueries({ queryKey: MODULE_DETAILS_KEY, fetchStatus: 'fetching' });
      toast.success(saved ? 'Module saved' : 'Module no longer saved');
      // What /toolbox/saved shows now keeps its place there: the way back. It is asked for when one comes there anew.
      void client.invalidateQueries({ queryKey: SAVED_MODULES_KEY, refetchType: 'none' });
    },
    onError: (error, saved) => {
      if (!isLast()) return;
      updateCachedModule(client, id, { saved: !saved });
      toast.failure(error, failureText(saved));
    },
  });
}

/** `GET /modules/saved`, the latest saved first. */
export const savedModulesOptions = pagedQuery({
  queryKey: SAVED_MODULES_KEY,
  path: '/modules/saved',
  limit: PAGE_SIZES.modules,
  read: (body: Partial<ModuleListAnswer>) => ({ modules: pick(body, 'modules'), totalPages: body.totalPages ?? 1 }),
});

/** Prefetches the data of /toolbox/saved. */
export const preloadSavedModules = () => queryClient.prefetchInfiniteQuery(savedModulesOptions);

/** Saves the module that somebody pressed Save on before signing in, once they are back. */
export function useResumeSave(): void {
  const client = useQueryClient();
  const isLogin = useSession((state) => state.isLogin);
  const [id, setId] = useState('');
  const { mutate } = useSaveModule(id);
  // The page was asked for at the same time, and may say how it was before.
  const resume = useEffectEvent(() => mutate(true, { onSettled: () => void invalidateModules(client) }));

  useEffect(() => {
    if (isLogin) setId(consumePendingAction('save-module') ?? '');
  }, [isLogin]);
  useEffect(() => {
    if (id) resume();
  }, [id]);
}
