import { useSyncExternalStore } from 'react';

/** Where list and thread stand side by side: Chakra's `md`. */
export const TWO_PANES_QUERY = '(min-width: 48rem)';
/** Where what a conversation is about stands beside it, too. */
export const THREE_PANES_QUERY = '(min-width: 80rem)';

/** Whether the window is at least that wide, as it is now. */
export function useMinWidth(query: typeof TWO_PANES_QUERY | typeof THREE_PANES_QUERY): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
