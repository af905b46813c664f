import { useEffect, useState } from 'react';

/**
 * True once `active` has been so for `delay` ms: a skeleton that shows for a blink is worse than none.
 *
 * @param delay milliseconds; 120 by default (product 10.9)
 */
export function useDelayed(active: boolean, delay = 120): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setPassed(true), delay);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [active, delay]);
  return active && hasPassed;
}
