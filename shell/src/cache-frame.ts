import { getUrlOnPageOrigin } from '@solvent/federation/runtime';

const WORKER_PATH = '/push-worker.js';

const FILE_PATH_PATTERN = /^\/(?:shell|remotes\/[\w-]+)\/files\//;

/** Returns the release files among the loaded resources: paths on this origin, full URLs on ASSETS_URL. */
const getFileUrls = (loaded: PerformanceEntryList) =>
  loaded.flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    if (getUrlOnPageOrigin(name) !== undefined) return [name];
    return origin === location.origin && FILE_PATH_PATTERN.test(pathname) ? [pathname] : [];
  });

/** Lets the service worker cache the frame and the files of this page, including later ones, for offline reloads (decision 0060). */
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
