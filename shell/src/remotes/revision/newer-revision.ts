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
const EVERY = 5 * 60_000;
const AT_LEAST = 10_000;

/** The revision that a page load would get now. @throws Error where the answer is no page's, as that of a proxy whose server is gone */
async function liveRevision(): Promise<number> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  const revision = Number(answer.headers.get(REVISION_HEADER));
  if (revision > 0) return revision;
  throw new Error(`The answer (${answer.status}) names no revision.`);
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
  let asked = -Infinity;
  let isAsking = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    // Looking at a page again is heard of twice, by its window and by its document.
    if (document.visibilityState !== 'visible' || isAsking) return;
    clearTimeout(later);
    const wait = asked + AT_LEAST - performance.now();
    if (wait > 0) {
      // Not left out: who looks again this soon may have promoted in between.
      later = setTimeout(() => void ask(), wait);
      return;
    }
    asked = performance.now();
    isAsking = true;
    const now = await liveRevision().catch(() => live);
    isAsking = false;
    if (now !== live) onChange(now);
    live = now;
  }

  const onLook = () => void ask();
  const timer = setInterval(onLook, EVERY);
  window.addEventListener('focus', onLook);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    clearInterval(timer);
    clearTimeout(later);
    window.removeEventListener('focus', onLook);
    document.removeEventListener('visibilitychange', onLook);
  };
}
