import type * as ToastLibrary from './toast-library.ts';

let library: typeof ToastLibrary | undefined;
const listeners = new Set<() => void>();

/**
 * Fetches what shows toasts, and has the {@link Toaster} show it.
 *
 * @throws when the code does not come; the next call asks for it again
 */
export async function loadToasts() {
  library = await import(/* webpackChunkName: "toasts" */ './toast-library.ts');
  listeners.forEach((listener) => listener());
  return library;
}

/** What shows toasts, once its code is there: for `useSyncExternalStore`. */
export const getToastLibrary = () => library;

/** The same on a server, and while React takes over what it made. */
export const getServerToastLibrary = () => undefined;

/** Calls `listener` once that code is there. @returns a function that stops listening */
export function onToastsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
