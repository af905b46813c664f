import { LoadError } from '@solvent/kit';
import { isBrowser } from '@solvent/store';
import { Box, useHydrated, useLateLayout } from '@solvent/ui';
import type { BoxProps, LazyComponent } from '@solvent/ui';
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** How near the viewport, in px, a section loads: far enough for its code to be there before it is seen. */
const LOAD_MARGIN_PX = 400;

function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${LOAD_MARGIN_PX}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}

/** What takes the focus in a section. */
const FOCUSABLE = 'a, button, summary';

/**
 * Whether a section is still what the server made, without a handler: its code waits until a person comes near. Then, and once its
 * code is there, the same is drawn in its place, and the focus stays where it is.
 */
function useServedSection(ref: RefObject<Element | null>, isNear: boolean, load: () => Promise<void>): boolean {
  const isHydrated = useHydrated();
  const [isServed, setServed] = useState(!isHydrated);
  const focusedIndex = useRef(-1);
  const targets = () => [...(ref.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const replaceServed = useEffectEvent(() => {
    focusedIndex.current = targets().findIndex((target) => target === document.activeElement);
    // In parts: all of a section at once would hold a phone up.
    startTransition(() => setServed(false));
  });
  const refocus = useEffectEvent(() => targets()[focusedIndex.current]?.focus({ preventScroll: true }));
  useEffect(() => {
    if (!isServed || !isNear) return;
    let isCurrent = true;
    void load().then(() => isCurrent && replaceServed());
    return () => {
      isCurrent = false;
    };
  }, [isServed, isNear, load]);
  useLayoutEffect(() => (isServed ? undefined : refocus()), [isServed]);
  return isServed && isBrowser;
}

interface LazySectionProps {
  section: LazyComponent<object>;
  /** The height kept free for it, so that what follows does not move. */
  minH: BoxProps['minH'];
}

/** A section whose code loads when a person scrolls near it. A server draws it at once. */
export function LazySection({ section: Section, minH }: LazySectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const isNear = useNearViewport(ref);
  const isServed = useServedSection(ref, isNear, Section.preload);
  const failed = (retry: () => void) => (
    <Box minH={minH}>
      <LoadError title="This part of the page could not be loaded" onRetry={retry} />
    </Box>
  );
  const layout = { _empty: { minH }, ...useLateLayout(minH) };
  // React leaves alone what is inside. Not a boundary of Suspense: going to another page would wait until this one is complete.
  if (isServed) return <Box ref={ref} {...layout} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <Box ref={ref} {...layout}>
      <Section wanted={isNear || !isHydrated} renderLoadError={failed} />
    </Box>
  );
}
