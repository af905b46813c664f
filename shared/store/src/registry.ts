import { createStore } from 'zustand/vanilla';
import type { StateCreator, StoreApi } from 'zustand/vanilla';

const KEY = Symbol.for('solvent.stores');

/** By name; kept on the page itself, since a second copy of this package has variables of its own. */
function storesOfPage(): Map<string, StoreApi<unknown>> {
  // TypeScript knows no symbols of the global object.
  const page = globalThis as { [KEY]?: Map<string, StoreApi<unknown>> };
  return (page[KEY] ??= new Map());
}

/**
 * Creates the one store of that name.
 *
 * Every remote must see the same store, so a second creation means that a second copy of this
 * package is in the page: the first store is answered, and the fault is reported on the console.
 *
 * @param name unique in the page, such as `session`
 * @param creator zustand's state creator
 */
export function createSharedStore<State>(name: string, creator: StateCreator<State>): StoreApi<State> {
  const stores = storesOfPage();
  const existing = stores.get(name);
  if (existing) {
    console.error(`The store "${name}" was created twice: share @solvent/store as a singleton.`);
    // The name is the key of exactly one creator, so the state behind it has that creator's type.
    return existing as StoreApi<State>;
  }
  const store = createStore<State>(creator);
  stores.set(name, store);
  return store;
}
