import type { RuntimeConfig } from '@solvent/contracts';
import { initializeAnalytics, isSupported, logEvent } from 'firebase/analytics';
import { initializeApp } from 'firebase/app';

/** What of the router is listened to. */
interface Pages {
  state: { location: { pathname: string } };
  subscribe: (listener: (state: Pages['state']) => void) => () => void;
}

/** A browser that asks not to be tracked is not. */
const isTrackingRefused = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/**
 * Counts which pages are read, where the deployment configures it (product 1.8): paths alone, without queries,
 * without a person's id. What stands in its way is no fault of the page: it goes on without.
 */
export async function startAnalytics({ identity, analytics }: RuntimeConfig, pages: Pages): Promise<void> {
  if (!analytics || isTrackingRefused() || !(await isSupported())) return;
  const { apiKey, projectId } = identity;
  const app = initializeApp({ apiKey, projectId, ...analytics }, 'solvent-analytics');
  const tracker = initializeAnalytics(app, { config: { send_page_view: false } });
  let lastPath = '';
  const logPageView = ({ location: { pathname } }: Pages['state']) => {
    if (pathname === lastPath) return;
    lastPath = pathname;
    logEvent(tracker, 'page_view', { page_path: pathname, page_location: window.location.origin + pathname });
  };
  logPageView(pages.state);
  pages.subscribe(logPageView);
}
