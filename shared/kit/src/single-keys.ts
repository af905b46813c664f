import { STORAGE_KEYS } from '@solvent/contracts';
import { onKeyChange, readKey, writeKey } from '@solvent/store';
import { useSyncExternalStore } from 'react';

/** Whether `/`, J, K and `?` are shortcuts in this browser (product 10.28). Dictated words press them unintentionally. */
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

/** {@link hasSingleKeys}, for components. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys, () => true);
