import type { ComponentType } from 'react';

type ToastAreaType = ComponentType<{ theme: 'light' | 'dark' }>;

let area: ToastAreaType | undefined;
const listeners = new Set<() => void>();

/**
 * Fetches what shows toasts, and has the {@link Toaster} show it.
 *
 * @throws when the code does not come; the next call asks for it again
 */
export async function loadToasts() {
  const library = await import(/* webpackChunkName: "toasts" */ './toast-library.ts');
  area = library.ToastArea;
  listeners.forEach((listener) => listener());
  return library;
}

/** The place of the toasts, once its code is there: for `useSyncExternalStore`. */
export const loadedToastArea = () => area;

/** Calls `listener` once the code is there. @returns a function that stops listening */
export function onToastsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
