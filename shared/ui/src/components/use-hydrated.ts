import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on a server, and in a browser for as long as React takes over what the server made; true from then on. What only a browser
 * knows (its time, zone, language and settings) shows once it is true: before, both must draw the same.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
