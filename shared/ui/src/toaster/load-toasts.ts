import { createStore, useStore } from '@solvent/store';
import type * as ToastLibrary from './toast-library.ts';

const libraryStore = createStore<typeof ToastLibrary | undefined>(() => undefined);

/**
 * Loads the toast library and renders it in the {@link Toaster}.
 * @throws if the code fails to load; the next call retries
 */
export async function loadToasts() {
  const library = await import(/* webpackChunkName: "toasts" */ './toast-library.ts');
  libraryStore.setState(library, true);
  return library;
}

/** Returns the library once it is loaded. */
export const useToastLibrary = () => useStore(libraryStore);
