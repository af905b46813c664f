import { matchPath, Outlet, ScrollRestoration, useLocation, useNavigation, useOutlet } from '@solvent/router';
import { Box, ConfirmHost, PageSpinner, useDelayed, VisuallyHidden } from '@solvent/ui';
import { DeliveryParts } from '../remotes/delivery-parts.tsx';
import { useRouteAnnouncement } from '../routing/use-route-announcement.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { Footer } from './footer.tsx';
import { PostProblemRule } from './post-problem-rule.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** Longer than this, and the page that a person leaves gives way to the spinner. */
const PATIENCE = 300;
const WITHOUT_TABS = ['/signin', '/signup'];

/** First loads have no key of their own: two addresses in one tab must not share a place. */
const scrollKey = ({ key, pathname, search }: { key: string; pathname: string; search: string }) =>
  key === 'default' ? pathname + search : key;

/** The page, or the full-page spinner while its code comes (product 2.2). */
function Screen() {
  const isLoading = useNavigation().state === 'loading';
  const isSlow = useDelayed(isLoading, PATIENCE);
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
