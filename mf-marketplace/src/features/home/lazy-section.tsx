import { LoadError } from '@solvent/kit';
import { isBrowser } from '@solvent/store';
import { Box, useHydrated, useLateLayout } from '@solvent/ui';
import type { BoxProps, LazyComponent } from '@solvent/ui';
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Sections load this far before they enter the viewport. */
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

const FOCUSABLE = 'a, button, summary';

/** Whether a section shows the server's markup, without handlers. React replaces it near the viewport, and keeps the focus. */
function useServedSection(ref: RefObject<Element | null>, isNear: boolean, load: () => Promise<void>): boolean {
  const isHydrated = useHydrated();
  const [isServed, setServed] = useState(!isHydrated);
  const focusedIndex = useRef(-1);
  const targets = () => [...(ref.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const replaceServed = useEffectEvent(() => {
    focusedIndex.current = targets().findIndex((target) => target === document.activeElement);
    // As a transition: rendering a section at once would block phones.
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
  minH: BoxProps['minH'];
}

/** A section whose code loads when the user scrolls near it. Servers render it at once. */
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
  // Keeps React from hydrating the content. A Suspense boundary would delay navigations until it is complete.
  if (isServed) return <Box ref={ref} {...layout} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <Box ref={ref} {...layout}>
      <Section wanted={isNear || !isHydrated} renderLoadError={failed} />
    </Box>
  );
}
