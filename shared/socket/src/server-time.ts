import { createStore, useStore } from '@solvent/store';

const offsetStore = createStore<number>(() => 0);

/** Smaller differences between two connections are the network's. */
const PRECISION_MS = 1000;

/** Measures the device's clock. @param serverTime ms since the epoch, of now */
export function setServerTime(serverTime: number): void {
  const offset = serverTime - Date.now();
  if (Math.abs(offset - offsetStore.getState()) >= PRECISION_MS) offsetStore.setState(offset);
}

/** Returns the server's time, in ms since the epoch; the device's until the first connection. */
export const getServerTime = (): number => Date.now() + offsetStore.getState();

/** Returns {@link getServerTime}'s time at each rendering; renders again when the device's clock was measured. */
export function useServerTime(): number {
  useStore(offsetStore);
  return getServerTime();
}
