import { BROWSE } from '@solvent/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onNear` when the end of the list comes within 200 px of the viewport (spec 9).
 *
 * @param armed false while a page loads: at the next true it looks again, since a short page can leave the end in view
 * @returns the ref of the element that stands at the end
 */
export function useNearEnd(armed: boolean, onNear: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!armed || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `0px 0px ${BROWSE.scrollMargin}px` },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [armed]);
  return ref;
}
