import { createStore } from 'zustand/vanilla';
import type { StateCreator, StoreApi } from 'zustand/vanilla';

const STORES_SYMBOL = Symbol.for('solvent.stores');

/** Stores by name, on the global object: a second copy of this package has its own module variables. */
function getPageStores(): Map<string, StoreApi<unknown>> {
  const page = globalThis as { [STORES_SYMBOL]?: Map<string, StoreApi<unknown>> };
  return (page[STORES_SYMBOL] ??= new Map());
}

/** Creates the page's only store of that name; a second copy of this package gets the first one's. */
export function createSharedStore<State>(name: string, creator: StateCreator<State>): StoreApi<State> {
  const stores = getPageStores();
  const existing = stores.get(name);
  if (existing) {
    console.error(`The store "${name}" was created twice: share @solvent/store as a singleton.`);
    // Each name has one creator, and thus one state type.
    return existing as StoreApi<State>;
  }
  const store = createStore<State>(creator);
  stores.set(name, store);
  return store;
}
