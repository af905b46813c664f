import { http } from '@solvent/http';
import { toast } from '@solvent/ui';
import { withAllRead } from '../../notification/notification-pages.ts';
import { useOptimisticChange } from '../../notification/use-optimistic-change.ts';

/** `PUT /notifications/read-all` (product 7.9 and 8.5). */
export const useMarkAllRead = () =>
  useOptimisticChange({
    call: () => http.put('/notifications/read-all'),
    change: withAllRead,
    onSuccess: () => toast.success('All notifications marked as read'),
    onFailure: () => toast.error('Failed to mark all notifications as read'),
  });
