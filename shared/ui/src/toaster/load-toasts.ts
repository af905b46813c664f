let wanted = false;
const listeners = new Set<() => void>();

/** Fetches what shows toasts, and has the {@link Toaster} show it. */
export function loadToasts() {
  wanted = true;
  listeners.forEach((listener) => listener());
  return import(/* webpackChunkName: "toasts" */ './toast-library.ts');
}

/** Whether anybody has asked for toasts yet: for `useSyncExternalStore`. */
export const areToastsWanted = () => wanted;

/** Calls `listener` once somebody asks. @returns a function that stops listening */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
