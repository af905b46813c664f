import { useSyncExternalStore } from 'react';

/** Where list and thread stand side by side: Chakra's `md`. */
export const SIDE_BY_SIDE = '(min-width: 48rem)';
/** Where what a conversation is about stands beside it, too. */
export const WITH_SIDE = '(min-width: 80rem)';

/** Whether the window is at least that wide, as it is now. */
export function useMinWidth(query: typeof SIDE_BY_SIDE | typeof WITH_SIDE): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
