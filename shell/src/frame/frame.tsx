import { matchPath, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation, useOutlet } from '@solvent/router';
import { getSession, onPostProblemRequest } from '@solvent/store';
import { Box, chakra, ConfirmHost, PageSpinner, toast, useDelayed, VisuallyHidden } from '@solvent/ui';
import { useEffect } from 'react';
import { DeliveryParts } from '../remotes/delivery-parts.tsx';
import { useRouteAnnouncement } from '../routing/use-route-announcement.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Footer } from './footer.tsx';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { FrameDialogs } from './frame-dialogs.tsx';
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

/**
 * Posting a problem (product 2.7): signed out goes to /signin with a sentence; a seeker goes to the form; anybody else is
 * asked to become one first.
 */
function PostProblemRule() {
  const navigate = useNavigate();
  const { open } = useFrameDialogs();
  useEffect(
    () =>
      onPostProblemRequest(() => {
        const { userData } = getSession();
        if (!userData) {
          toast.error('Please login to post a problem');
          void navigate('/signin', { state: { from: '/post-problem' } });
        } else if (userData.role === 'seeker') void navigate('/post-problem');
        else open('role-switch');
      }),
    [navigate, open],
  );
  return null;
}

/** Longer than this, and the page that a person leaves gives way to the spinner. */
const SPINNER_DELAY = 300;
const WITHOUT_TABS = ['/signin', '/signup'];

/** First loads have no key of their own: two addresses in one tab must not share a place. */
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
  const hasTabs = !WITHOUT_TABS.some((path) => matchPath(path, pathname));
  return (
    <FrameDialogs>
      <PostProblemRule />
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
      <DeliveryParts />
      <ScrollRestoration getKey={scrollKey} />
    </FrameDialogs>
  );
}
