import type { ServerEvents } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import type { QueryKey } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect, useEffectEvent } from 'react';

/** For each event of the server the keys of the queries that it changes. */
export type QueryKeysByEvent = {
  readonly [Name in keyof ServerEvents]?: (payload: Parameters<ServerEvents[Name]>[0]) => readonly QueryKey[];
};

/**
 * Refetches queries on events, and after a reconnect, because missed events are not resent.
 *
 * @param table constant @param shownKeys what the page shows: refetched on every connection
 */
export function useInvalidateOnEvents(table: QueryKeysByEvent, shownKeys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const invalidate = useEffectEvent((keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  });
  const refetchShown = useEffectEvent(() => invalidate(shownKeys));
  useEffect(() => {
    // `Object.entries` loses the relation between a name and its payload.
    const entries = Object.entries(table) as [keyof ServerEvents, (payload: unknown) => readonly QueryKey[]][];
    const unsubscribes = entries.map(([event, getKeys]) =>
      onServerEvent(event, (payload?: unknown) => invalidate(getKeys(payload))),
    );
    unsubscribes.push(onConnected(refetchShown));
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [table]);
}
