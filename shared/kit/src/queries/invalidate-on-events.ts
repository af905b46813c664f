import type { ServerEvents } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import type { QueryKey } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect, useEffectEvent } from 'react';

/** Returns for each socket event the keys of the queries that it changes. */
export type QueryKeysByEvent = {
  readonly [Name in keyof ServerEvents]?: (payload: Parameters<ServerEvents[Name]>[0]) => readonly QueryKey[];
};

/**
 * Refetches queries on socket events, and after a reconnect, because missed events are not resent.
 *
 * @param table always with the same events @param shownKeys refetched on every connection
 */
export function useInvalidateOnEvents(table: QueryKeysByEvent, shownKeys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const invalidate = (keys: readonly QueryKey[] = []) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  // The event's name determines the type of the payload, which TypeScript cannot infer here.
  const receive = useEffectEvent((event: keyof ServerEvents, payload: unknown) => invalidate(table[event]?.(payload as never)));
  const refetchShown = useEffectEvent(() => invalidate(shownKeys));
  const names = Object.keys(table).join();
  useEffect(() => {
    const events = names.split(',') as (keyof ServerEvents)[];
    const unsubscribes = events.map((event) => onServerEvent(event, (payload?: unknown) => receive(event, payload)));
    unsubscribes.push(onConnected(() => refetchShown()));
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [names]);
}
