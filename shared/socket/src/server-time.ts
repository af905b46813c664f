import { createStore, useStore } from '@solvent/store';

const offsetStore = createStore<number>(() => 0);

/** Measures the device's clock. @param serverTime ms since the epoch, of now */
export function setServerTime(serverTime: number): void {
  offsetStore.setState(serverTime - Date.now());
}

/** Returns the server's time, in ms since the epoch; the device's until the first connection. */
export const getServerTime = (): number => Date.now() + offsetStore.getState();

/** Returns {@link getServerTime}'s time at each rendering; renders again when the device's clock was measured. */
export function useServerTime(): number {
  useStore(offsetStore);
  return getServerTime();
}
