import { REVISION_HEADER } from '@solvent/contracts';

/**
 * Watches which links are followed.
 *
 * @returns `isFollowing`: a link is being followed at this very moment, so the navigation comes of it, and of nothing
 *   that was done in the page
 */
export function watchLinks(): { isFollowing: () => boolean; stop: () => void } {
  let isFollowing = false;
  const onClick = ({ target }: MouseEvent) => {
    isFollowing = target instanceof Element && target.closest('a[href]') !== null;
    // The router hears of the click while it is dispatched.
    setTimeout(() => (isFollowing = false));
  };
  // Before anybody else: the router acts on the same click.
  document.addEventListener('click', onClick, true);
  return { isFollowing: () => isFollowing, stop: () => document.removeEventListener('click', onClick, true) };
}

/** How often a page that is looked at asks by itself, and the least between two questions, in milliseconds. */
const POLL_INTERVAL_MS = 5 * 60_000;
const MIN_INTERVAL_MS = 10_000;

/** The revision that a page load would get now. @throws Error where the answer is no page's, as that of a proxy whose server is gone */
async function fetchLiveRevision(): Promise<number> {
  const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  const revision = Number(response.headers.get(REVISION_HEADER));
  if (revision > 0) return revision;
  throw new Error(`The answer (${response.status}) names no revision.`);
}

/**
 * Asks which revision is live: when the page is looked at again, and every few minutes while it is. What cannot be asked
 * is asked later.
 *
 * @param own the revision that this page is made of
 * @param onChange hears of each other one that becomes live; a rollback is a later revision, too
 * @returns a function that stops it
 */
export function watchRevision(own: number, onChange: (live: number) => void): () => void {
  let live = own;
  let requestedAt = -Infinity;
  let isRequesting = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  async function check(): Promise<void> {
    // Looking at a page again is heard of twice, by its window and by its document.
    if (document.visibilityState !== 'visible' || isRequesting) return;
    clearTimeout(retryTimer);
    const wait = requestedAt + MIN_INTERVAL_MS - performance.now();
    if (wait > 0) {
      // Not left out: who looks again this soon may have promoted in between.
      retryTimer = setTimeout(() => void check(), wait);
      return;
    }
    requestedAt = performance.now();
    isRequesting = true;
    const latest = await fetchLiveRevision().catch(() => live);
    isRequesting = false;
    if (latest !== live) onChange(latest);
    live = latest;
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
