import type { ServerEvents } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect } from 'react';

const EVENTS = ['bid', 'problem', 'notification'] as const satisfies (keyof ServerEvents)[];

/** Refetches on events and after a reconnect, because missed events are not resent. @param queryKey must be constant */
export function useRefetchOnEvents(queryKey: readonly unknown[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries({ queryKey });
    const unsubscribers = [...EVENTS.map((event) => onServerEvent(event, refetch)), onConnected(refetch)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [queryKey, queryClient]);
}
