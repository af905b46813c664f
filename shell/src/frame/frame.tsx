import { findPattern } from '@solvent/federation/manifest';
import { CONNECTION_TEXTS, useConnection, useQueryClient } from '@solvent/http';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useOutlet } from '@solvent/router';
import { Box, chakra, ConfirmHost, Flex, PageSpinner, Text, useDelayed, VisuallyHidden } from '@solvent/ui';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useInsertionEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRemotes } from '../remotes/remotes-context.ts';
import { SlotsProvider } from '../remotes/slot-sections.tsx';
import { useRouteAnnouncement } from '../routing/use-route-announcement.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Footer } from './footer.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { PageRequests } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

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
      _print={{ display: 'none' }}
    >
      Skip to content
    </chakra.a>
  );
}

const SPINNER_DELAY_MS = 300;

/** Scrolls new pages to the top and restores the position on Back. */
function ScrollPosition({ isServed }: { isServed: boolean }) {
  const initialScrollY = useRef(0);
  const { key: currentKey } = useLocation();
  const [initialKey] = useState(currentKey);
  // A server-rendered page keeps the browser's position; a key of its own avoids one stored by an earlier load.
  const getScrollKey = useCallback(
    ({ key }: { key: string }) => (key === initialKey ? String(performance.timeOrigin) : key),
    [initialKey],
  );
  // Insertion effects run before the router's layout effect, which scrolls the first page to the top.
  useInsertionEffect(() => {
    initialScrollY.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    if (isServed) window.scrollTo({ top: initialScrollY.current, behavior: 'instant' });
  }, [isServed]);
  return isServed ? <ScrollRestoration getKey={getScrollKey} /> : <ScrollRestoration />;
}

/** The page, or the full-page spinner while its code loads (product 2.2). */
function Screen() {
  const isLoading = useNavigation().state === 'loading';
  const isSlow = useDelayed(isLoading, SPINNER_DELAY_MS);
  const isEmpty = useOutlet() === null;
  return (
    <>
      {isSlow || isEmpty ? <PageSpinner /> : null}
      {/* Hidden, not unmounted: the navigation may still fail. */}
      <Box hidden={isSlow}>
        <Outlet />
      </Box>
    </>
  );
}

function formatTime(time: number): string {
  const day = new Date(time).toDateString() === new Date().toDateString() ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Date(time).toLocaleString(undefined, { ...day, hour: 'numeric', minute: '2-digit' });
}

/** Returns when the oldest data was loaded that the page shows. */
function useShownSince(): string | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const times = cache.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt);
    const oldest = Math.min(...times.filter((time) => time > 0));
    return Number.isFinite(oldest) ? formatTime(oldest) : undefined;
  });
}

function ConnectionText({ connection }: { connection: keyof typeof CONNECTION_TEXTS }) {
  const since = useShownSince();
  return (
    <Box textStyle="meta">
      <Text as="span">{CONNECTION_TEXTS[connection]} Your drafts are kept; we'll reconnect automatically.</Text>
      {since === undefined ? null : <Text as="span"> Showing data from {since}.</Text>}
    </Box>
  );
}

/** Gives the line its room: the page, and what sticks below the top bar, move down by its height. */
function useReservedHeight() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = ref.current;
    if (!line) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--connection-line', `${line.offsetHeight}px`));
    observer.observe(line);
    return () => {
      observer.disconnect();
      style.removeProperty('--connection-line');
    };
  }, []);
  return ref;
}

/** Shows that the connection is lost, and how old the page is (product 8.18). */
function ConnectionBar() {
  const connection = useConnection();
  const ref = useReservedHeight();
  return (
    <Flex ref={ref} aria-live="polite" position="fixed" top="56px" insetX="0" zIndex="docked" pointerEvents="none">
      {connection === 'on' ? null : (
        <Flex
          align="center"
          justify="center"
          gap="2"
          w="full"
          px="4"
          py="1.5"
          bg="bg.inverted"
          color="fg.inverted"
          data-part="offline"
        >
          <Box as={WifiOff} boxSize="16px" flexShrink="0" aria-hidden />
          <ConnectionText connection={connection} />
        </Flex>
      )}
    </Flex>
  );
}

interface FrameProps {
  /** The page is server-rendered, so the user may have scrolled before hydration. */
  isServed?: boolean;
}

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
      <Box
        as="main"
        id="main"
        tabIndex={-1}
        outline="0"
        minH="100dvh"
        pt="calc(56px + var(--connection-line, 0px))"
        _print={{ minH: '0', pt: '0' }}
      >
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
