import { getOwnUrl } from '@solvent/federation/runtime';

/** The site's worker (shell/public/push-worker.js). */
const WORKER_PATH = '/push-worker.js';

/** Files of releases; what else they are of is the worker's to say. */
const FILE_PATH_PATTERN = /^\/(?:shell|remotes\/[\w-]+)\/files\//;

/** What this page has loaded of this site's files, by address: those of another place by the whole of it. */
const getFileUrls = (loaded: PerformanceEntryList) =>
  loaded.flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    if (getOwnUrl(name) !== undefined) return [name];
    return origin === location.origin && FILE_PATH_PATTERN.test(pathname) ? [pathname] : [];
  });

/**
 * Has the frame and the files of this page kept, what comes late among them, so that a reload without a network shows them
 * (decision 0060).
 */
export async function cacheFrame(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER_PATH);
  const { active } = await navigator.serviceWorker.ready;
  const sendToWorker = (loaded: PerformanceObserverEntryList) => {
    const files = getFileUrls(loaded.getEntries());
    if (files.length > 0) active?.postMessage({ files });
  };
  new PerformanceObserver(sendToWorker).observe({ type: 'resource', buffered: true });
}
