import { http } from '@solvent/http';
import { toast } from '@solvent/ui';
import { withNone } from '../../notification/notification-pages.ts';
import { useOptimisticChange } from '../../notification/use-optimistic-change.ts';

/** `DELETE /notifications/clear-all` (product 7.9 and 8.5). */
export const useClearAll = () =>
  useOptimisticChange({
    call: () => http.delete('/notifications/clear-all'),
    change: withNone,
    onSuccess: () => toast.success('All notifications cleared'),
    onFailure: () => toast.error('Failed to clear notifications'),
  });
