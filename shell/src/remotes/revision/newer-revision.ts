import { REVISION_HEADER } from '@solvent/contracts';

export function watchLinks(): { isFollowing: () => boolean; stop: () => void } {
  let isFollowing = false;
  const onClick = ({ target }: MouseEvent) => {
    isFollowing = target instanceof Element && target.closest('a[href]') !== null;
    setTimeout(() => (isFollowing = false));
  };
  document.addEventListener('click', onClick, true);
  return { isFollowing: () => isFollowing, stop: () => document.removeEventListener('click', onClick, true) };
}

const POLL_INTERVAL_MS = 5 * 60_000;
const MIN_INTERVAL_MS = 10_000;

/** @throws Error if the response is not a page, such as a proxy's error */
async function fetchLiveRevision(): Promise<number> {
  const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  const revision = Number(response.headers.get(REVISION_HEADER));
  if (revision > 0) return revision;
  throw new Error(`The response (${response.status}) has no revision header.`);
}

/** Fetches the live revision when the page becomes visible, and every five minutes. @returns a function that stops it */
export function watchRevision(pageRevision: number, onChange: (liveRevision: number) => void): () => void {
  let liveRevision = pageRevision;
  let requestedAt = -Infinity;
  let isRequesting = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  async function check(): Promise<void> {
    if (document.visibilityState !== 'visible' || isRequesting) return;
    clearTimeout(retryTimer);
    const waitMs = requestedAt + MIN_INTERVAL_MS - performance.now();
    if (waitMs > 0) {
      // Deferred, not skipped: the user may have just promoted a revision.
      retryTimer = setTimeout(() => void check(), waitMs);
      return;
    }
    requestedAt = performance.now();
    isRequesting = true;
    const latest = await fetchLiveRevision().catch(() => liveRevision);
    isRequesting = false;
    if (latest !== liveRevision) onChange(latest);
    liveRevision = latest;
  }

  const onVisible = () => void check();
  const timer = setInterval(onVisible, POLL_INTERVAL_MS);
  window.addEventListener('focus', onVisible);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    clearTimeout(retryTimer);
    window.removeEventListener('focus', onVisible);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
