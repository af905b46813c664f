import type { ChangeModuleStatusBody, OwnModule } from '@solvent/contracts';
import { failureText, http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { modulePath } from '../../../module/module-query.ts';
import { refreshModules } from '../../../module/show-module.ts';

type Wanted = ChangeModuleStatusBody['status'];

const DONE: Record<Wanted, string> = {
  published: 'The module is in the catalogue again',
  unpublished: 'The module is no longer in the catalogue',
};

/** `PUT /modules/{id}/status`: takes a module out of the catalogue, or puts it back. */
export function useStatusChange({ id }: OwnModule) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (status: Wanted) => http.put(modulePath(id, '/status'), { status } satisfies ChangeModuleStatusBody),
    onSuccess: (_answer, status) => toast.success(DONE[status]),
    onError: (error) => toast.error(failureText(error, 'The module could not be changed. Please try again.')),
    // What the server says now is true, also where it refused.
    onSettled: () => refreshModules(queryClient),
  });
}
