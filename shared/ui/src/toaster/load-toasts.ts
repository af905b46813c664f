import { createStore, useStore } from '@solvent/store';
import type * as ToastLibrary from './toast-library.ts';

const libraryStore = createStore<typeof ToastLibrary | undefined>(() => undefined);

/** Loads the library, which {@link Toaster} then renders. @throws if that fails; the next call retries */
export async function loadToasts() {
  const library = await import(/* webpackChunkName: "toasts" */ './toast-library.ts');
  libraryStore.setState(library, true);
  return library;
}

export const useToastLibrary = () => useStore(libraryStore);
