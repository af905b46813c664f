import { STORAGE_KEYS } from '@solvent/contracts';
import { onKeyChange, readKey, writeKey } from '@solvent/store';
import { useSyncExternalStore } from 'react';

/** Whether single-key shortcuts are on in this browser (product 10.28). Speech input can trigger them by accident. */
export const hasSingleKeys = (): boolean => readKey(STORAGE_KEYS.singleKeys) !== 'disabled';

const listeners = new Set<() => void>();

export function setSingleKeys(isOn: boolean): void {
  writeKey(STORAGE_KEYS.singleKeys, isOn ? 'enabled' : 'disabled');
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onKeyChange(STORAGE_KEYS.singleKeys, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Returns {@link hasSingleKeys} and re-renders on changes. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys, () => true);
