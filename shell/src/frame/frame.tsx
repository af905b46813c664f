import { findPattern } from '@solvent/federation/manifest';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useOutlet } from '@solvent/router';
import { Box, chakra, ConfirmHost, PageSpinner, useDelayed, VisuallyHidden } from '@solvent/ui';
import { useRemotes } from '../remotes/remotes-context.ts';
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
const SPINNER_DELAY = 300;

/** First loads have no key of their own: two addresses in one tab must not share a scroll position. */
const scrollKey = ({ key, pathname, search }: { key: string; pathname: string; search: string }) =>
  key === 'default' ? pathname + search : key;

/** The page, or the full-page spinner while its code comes (product 2.2). */
function Screen() {
  const isLoading = useNavigation().state === 'loading';
  const isSlow = useDelayed(isLoading, SPINNER_DELAY);
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

/** What stands around every page: top bar, bottom tabs, footer, dialogs, and the voice for screen readers. */
export function Frame() {
  const { pathname } = useLocation();
  const announcement = useRouteAnnouncement();
  const hasTabs = findPattern(useRemotes().pages, pathname)?.tabs ?? true;
  return (
    <FrameDialogs>
      <PageRequests />
      <SkipLink />
      <TopBar />
      <Box as="main" id="main" tabIndex={-1} outline="0" minH="100dvh" pt="56px">
        <Screen />
      </Box>
      <Footer hasTabs={hasTabs} />
      {hasTabs ? <BottomTabs /> : null}
      <VisuallyHidden role="status" aria-live="polite">
        {announcement}
      </VisuallyHidden>
      <ConfirmHost />
      <ScrollRestoration getKey={scrollKey} />
    </FrameDialogs>
  );
}
