import { LoadError } from '@solvent/kit';
import { Box } from '@solvent/ui';
import type { BoxProps, LazyComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** How near the viewport, in px, a section loads: far enough for its code to be there before it is seen. */
const MARGIN = 400;

function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${MARGIN}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}

interface LazySectionProps {
  section: LazyComponent<object>;
  /** The height kept free for it, so that what follows does not move. */
  minH: BoxProps['minH'];
}

/** A section whose code loads when a person scrolls near it. */
export function LazySection({ section: Section, minH }: LazySectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const failed = (retry: () => void) => (
    <Box minH={minH}>
      <LoadError title="This part of the page could not be loaded" onRetry={retry} />
    </Box>
  );
  return (
    <Box ref={ref} _empty={{ minH }}>
      <Section wanted={useNearViewport(ref)} renderLoadError={failed} />
    </Box>
  );
}
