import type { ModuleContactBody, OwnModulesAnswer } from '@solvent/contracts';
import { failureText, http, useMutation, useQueryClient } from '@solvent/http';
import type { InfiniteData, QueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { refreshModules } from '../../../module/show-module.ts';
import { ownModulesOptions } from '../own-modules-query.ts';

function show(queryClient: QueryClient, showsEmail: boolean): void {
  queryClient.setQueryData<InfiniteData<OwnModulesAnswer>>(
    ownModulesOptions.queryKey,
    (own) => own && { ...own, pages: own.pages.map((page) => ({ ...page, showsEmail })) },
  );
}

/** `PUT /modules/own/contact`: shown at once, and as it was where the server did not follow. Quick presses go one after the other. */
export function useContactChange() {
  const queryClient = useQueryClient();
  const mutationKey = ['module-contact'];
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (showsEmail: boolean) => http.put('/modules/own/contact', { showsEmail } satisfies ModuleContactBody),
    onMutate: (showsEmail) => show(queryClient, showsEmail),
    onSuccess: (_answer, showsEmail) => {
      if (isLast())
        toast.success(showsEmail ? 'Your modules show your e-mail address' : 'Your modules no longer show your e-mail address');
    },
    onError: (error, showsEmail) => {
      if (!isLast()) return;
      show(queryClient, !showsEmail);
      toast.error(failureText(error, 'The setting could not be changed. Please try again.'));
    },
    // What the modules' pages say of it, too.
    onSettled: () => (isLast() ? refreshModules(queryClient) : undefined),
  });
}
