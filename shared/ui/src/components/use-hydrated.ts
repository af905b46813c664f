import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * False on a server, and in a browser for as long as React takes over what the server made; true from then on. What only a browser
 * knows (its time, zone, language and settings) shows once it is true: before, both must draw the same.
 */
export function useHydrated(): boolean {
  const isHydrating = useRef(false);
  // React asks for what the server had where it takes a page over, and nowhere else.
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
    // In parts: all times on a page at once would hold a phone up.
    if (isHydrating.current) startTransition(() => setIsHydrated(true));
  }, []);
  return isClientRendered || isHydrated;
}
