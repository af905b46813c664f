import { createStore, useStore } from '@solvent/store';

/** `offline`: reported by the browser; `silent`: requests get no response. */
export type Connection = 'on' | 'offline' | 'silent';

export const CONNECTION_TEXTS = {
  offline: "You're offline.",
  silent: "Solvent can't be reached.",
} as const;

/** Written by `connection.ts` only. */
export const connectionStore = createStore<Connection>(() => 'on');

export const isConnected = (): boolean => connectionStore.getState() === 'on';

/** Calls `listener` on each reconnection. @returns unsubscribe */
export function onReconnect(listener: () => void): () => void {
  return connectionStore.subscribe((now) => {
    if (now === 'on') listener();
  });
}

export const useConnection = (): Connection => useStore(connectionStore);
