import { failureText, http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { modulePath } from '../module/module-query.ts';
import { showModule } from '../module/show-module.ts';

/** The list of what the person has saved: /toolbox/saved. */
export const SAVED_MODULES_KEY = ['modules', 'saved'] as const;

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
