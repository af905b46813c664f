import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on a server, and in a browser for as long as React takes over what the server made; true from then on. What only a browser
 * knows (its time, zone, language and settings) shows once it is true: before, both must draw the same.
 */
export function useHydrated(): boolean {
  const isTakenOver = useRef(false);
  // React asks for what the server had where it takes a page over, and nowhere else.
  const isDrawnHere = useSyncExternalStore(
    never,
    () => !isTakenOver.current,
    () => {
      isTakenOver.current = true;
      return false;
    },
  );
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // In parts: all times on a page at once would hold a phone up.
    if (isTakenOver.current) startTransition(() => setIsOver(true));
  }, []);
  return isDrawnHere || isOver;
}
