import { useEffect, useState } from 'react';

/** Returns true once `active` has lasted `delay` ms (product 10.9), so that skeletons do not flash. */
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
