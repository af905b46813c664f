import { http } from '@solvent/http';
import { withRead } from './notification-pages.ts';
import { useOptimisticChange } from './use-optimistic-change.ts';

/** `PUT /notifications/{id}/read`: read here at once, and on the server (product 4.5). */
export function useReadNotification() {
  const { mutate } = useOptimisticChange<string>({
    call: (id) => http.put(`/notifications/${encodeURIComponent(id)}/read`),
    change: withRead,
  });
  return mutate;
}
