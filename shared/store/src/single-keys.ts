import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

/**
 * Returns whether single-key shortcuts are on in this browser (product 10.28). Speech input can trigger them by accident. Reads
 * the storage because remotes published before contract 3.5 write it themselves.
 */
export const hasSingleKeys = (): boolean => readKey(STORAGE_KEYS.singleKeys) !== 'disabled';

const singleKeysStore = createSharedStore<boolean>('singleKeys', () => true);
const refresh = () => singleKeysStore.setState(hasSingleKeys());

// Set after creation: the initial state must match server-rendered pages.
refresh();
onKeyChange(STORAGE_KEYS.singleKeys, refresh);

/** Turns single-key shortcuts on or off and stores the setting. */
export function setSingleKeys(isOn: boolean): void {
  writeKey(STORAGE_KEYS.singleKeys, isOn ? 'enabled' : 'disabled');
  refresh();
}

/** Returns {@link hasSingleKeys} and re-renders on changes. */
export const useSingleKeys = (): boolean => useStore(singleKeysStore);
