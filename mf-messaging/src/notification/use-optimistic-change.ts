import { useMutation, useQueryClient } from '@solvent/http';
import { presentListKey, refreshNotifications } from './live-list.ts';
import type { NotificationPages } from './notifications-query.ts';
import { tellOtherTabs } from './other-tabs.ts';

interface OptimisticChange<Variables> {
  /** The call that makes it true. */
  call: (variables: Variables) => Promise<unknown>;
  /** What the screen shows at once. */
  change: (pages: NotificationPages, variables: Variables) => NotificationPages;
  onSuccess?: () => void;
  onFailure?: () => void;
}

/** Changes the list at once and then on the server. When the server refuses, its own list comes back. */
export function useOptimisticChange<Variables = void>({ call, change, onSuccess, onFailure }: OptimisticChange<Variables>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: async (variables) => {
      const queryKey = presentListKey();
      const interrupted = client.isFetching({ queryKey }) > 0;
      await client.cancelQueries({ queryKey });
      client.setQueryData<NotificationPages>(queryKey, (pages) => pages && change(pages, variables));
      return { interrupted };
    },
    onSuccess: () => {
      tellOtherTabs();
      onSuccess?.();
    },
    onError: onFailure,
    onSettled: (_answer, error, _variables, context) => {
      if (error || context?.interrupted) refreshNotifications(client);
    },
  });
}
