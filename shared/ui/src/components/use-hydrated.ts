import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

export const subscribeToNothing = () => () => undefined;

/**
 * Returns false on the server and during hydration, then true. Values that only the browser has (time, zone, language, settings)
 * must wait for it, because both renders must match.
 */
export function useHydrated(): boolean {
  const isHydrating = useRef(false);
  // React reads the server snapshot only during hydration.
  const isClientRendered = useSyncExternalStore(
    subscribeToNothing,
    () => !isHydrating.current,
    () => {
      isHydrating.current = true;
      return false;
    },
  );
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    // A transition, because updating all times at once blocks slow phones.
    if (isHydrating.current) startTransition(() => setIsHydrated(true));
  }, []);
  return isClientRendered || isHydrated;
}
