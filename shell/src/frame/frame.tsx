import { findPattern } from '@solvent/federation/manifest';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useOutlet } from '@solvent/router';
import { Box, chakra, ConfirmHost, PageSpinner, useDelayed, VisuallyHidden } from '@solvent/ui';
import { useCallback, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRemotes } from '../remotes/remotes-context.ts';
import { SlotsProvider } from '../remotes/slot-sections.tsx';
import { ConnectionBar } from '../offline/connection-bar.tsx';
import { useRouteAnnouncement } from '../routing/use-route-announcement.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Footer } from './footer.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { PageRequests } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** The first stop of the Tab key: past the bar, to the page. */
function SkipLink() {
  return (
    <chakra.a
      href="#main"
      position="fixed"
      top="2"
      left="2"
      zIndex="skipNav"
      px="3"
      py="2"
      rounded="l2"
      bg="brand.solid"
      color="brand.contrast"
      fontWeight="500"
      transform="translateY(-200%)"
      _focusVisible={{ transform: 'none' }}
    >
      Skip to content
    </chakra.a>
  );
}

/** Longer than this, and the page that a person leaves gives way to the spinner. */
const SPINNER_DELAY_MS = 300;

/** Takes a page that is come to to its top, and one that is come back to where it stood. */
function ScrollPosition({ isServed }: { isServed: boolean }) {
  const initialScrollY = useRef(0);
  const { key: currentKey } = useLocation();
  const [initialKey] = useState(currentKey);
  // The position of a page that the server made is the browser's: there is none of an earlier load.
  const getScrollKey = useCallback(
    ({ key }: { key: string }) => (key === initialKey ? String(performance.timeOrigin) : key),
    [initialKey],
  );
  // It runs before the layout effect of the router's, which takes what it meets first to the top as well.
  useInsertionEffect(() => {
    initialScrollY.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    if (isServed) window.scrollTo({ top: initialScrollY.current, behavior: 'instant' });
  }, [isServed]);
  return isServed ? <ScrollRestoration getKey={getScrollKey} /> : <ScrollRestoration />;
}

/** The page, or the full-page spinner while its code comes (product 2.2). */
function Screen() {
  const isLoading = useNavigation().state === 'loading';
  const isSlow = useDelayed(isLoading, SPINNER_DELAY_MS);
  const isEmpty = useOutlet() === null;
  return (
    <>
      {isSlow || isEmpty ? <PageSpinner /> : null}
      {/* The page that is left keeps its state: the navigation may still fail. */}
      <Box hidden={isSlow}>
        <Outlet />
      </Box>
    </>
  );
}

interface FrameProps {
  /** The server made the page: it stands where its reader has scrolled it, or where the browser has, before any of this runs. */
  isServed?: boolean;
}

/** What stands around every page: top bar, bottom tabs, footer, dialogs, and the voice for screen readers. */
export function Frame({ isServed = false }: FrameProps) {
  const { pathname } = useLocation();
  const announcement = useRouteAnnouncement();
  const hasTabs = findPattern(useRemotes().pages, pathname)?.tabs ?? true;
  return (
    <FrameDialogs>
      <PageRequests />
      <SkipLink />
      <TopBar />
      <ConnectionBar />
      <Box as="main" id="main" tabIndex={-1} outline="0" minH="100dvh" pt="56px">
        <SlotsProvider>
          <Screen />
        </SlotsProvider>
      </Box>
      <Footer hasTabs={hasTabs} />
      {hasTabs ? <BottomTabs /> : null}
      <VisuallyHidden role="status" aria-live="polite">
        {announcement}
      </VisuallyHidden>
      <ConfirmHost />
      <ScrollPosition isServed={isServed} />
    </FrameDialogs>
  );
}
