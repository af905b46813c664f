import type { RuntimeConfig } from '@solvent/contracts';
import { initializeAnalytics, isSupported, logEvent } from 'firebase/analytics';
import { initializeApp } from 'firebase/app';

interface Pages {
  state: { location: { pathname: string } };
  subscribe: (listener: (state: Pages['state']) => void) => () => void;
}

const isTrackingRefused = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/** Counts page views if the deployment configures analytics (product 1.8): paths only, without queries or user ids. */
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
