import { useSyncExternalStore } from 'react';

/** Chakra's `md`: list and thread. */
export const TWO_PANES_QUERY = '(min-width: 48rem)';
/** Chakra's `xl`: list, thread, and details. */
export const THREE_PANES_QUERY = '(min-width: 80rem)';

export function useMinWidth(query: typeof TWO_PANES_QUERY | typeof THREE_PANES_QUERY): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    // The server does not know the width.
    () => false,
  );
}
