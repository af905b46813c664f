import type * as ToastLibrary from './toast-library.ts';

let library: typeof ToastLibrary | undefined;
const listeners = new Set<() => void>();

/**
 * Loads the toast library and renders it in the {@link Toaster}.
 * @throws if the code fails to load; the next call retries
 */
export async function loadToasts() {
  library = await import(/* webpackChunkName: "toasts" */ './toast-library.ts');
  listeners.forEach((listener) => listener());
  return library;
}

/** Returns the library once it is loaded, for `useSyncExternalStore`. */
export const getToastLibrary = () => library;

/** The server snapshot. */
export const getServerToastLibrary = () => undefined;

/** Subscribes to the load of the library. @returns a function that unsubscribes */
export function onToastsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
