import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

/** On by default (product 10.28). Reads the storage, because remotes before contract 3.5 write it themselves. */
export const hasSingleKeys = (): boolean => readKey(STORAGE_KEYS.singleKeys) !== 'disabled';

const singleKeysStore = createSharedStore<boolean>('singleKeys', () => true);
const refresh = () => singleKeysStore.setState(hasSingleKeys());

// Set after creation: the initial state must match server-rendered pages.
refresh();
onKeyChange(STORAGE_KEYS.singleKeys, refresh);

export function setSingleKeys(isOn: boolean): void {
  writeKey(STORAGE_KEYS.singleKeys, isOn ? 'enabled' : 'disabled');
  refresh();
}

export const useSingleKeys = (): boolean => useStore(singleKeysStore);
