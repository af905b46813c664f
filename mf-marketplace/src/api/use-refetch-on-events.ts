import type { ServerEvents } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect } from 'react';

/** What tells that something of one's own may have changed: bids, problems and whatever somebody is notified of. */
const EVENTS = ['bid', 'problem', 'notification'] as const satisfies (keyof ServerEvents)[];

/** Has what is shown asked for again when others change it; after a reconnection, too, since events do not wait. @param queryKey a constant */
export function useRefetchOnEvents(queryKey: readonly unknown[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries({ queryKey });
    const unsubscribers = [...EVENTS.map((event) => onServerEvent(event, refetch)), onConnected(refetch)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [queryKey, queryClient]);
}
