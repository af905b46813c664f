import { REVISION_HEADER } from '@solvent/contracts';

/** How often a page that is looked at asks by itself, and the least between two questions, in milliseconds. */
const EVERY = 5 * 60_000;
const AT_LEAST = 10_000;

/** Whether the channel went on since this page was loaded. */
export interface NewerRevision {
  /** The newest that is known to be live; undefined where it is this page's. */
  known: () => number | undefined;
  stop: () => void;
}

/** The revision that a page load would get now. */
async function liveRevision(): Promise<number> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  return Number(answer.headers.get(REVISION_HEADER) ?? 0);
}

/**
 * Asks which revision is live: when the page is looked at again, and every few minutes while it is. What cannot be asked
 * is asked later.
 *
 * @param own the revision that this page is made of
 */
export function watchRevision(own: number): NewerRevision {
  let live = own;
  let asked = -Infinity;

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || performance.now() - asked < AT_LEAST) return;
    asked = performance.now();
    live = await liveRevision().catch(() => live);
  }

  const onLook = () => void ask();
  const timer = setInterval(onLook, EVERY);
  window.addEventListener('focus', onLook);
  document.addEventListener('visibilitychange', onLook);
  return {
    // A rollback is a later revision, too.
    known: () => (live > own ? live : undefined),
    stop() {
      clearInterval(timer);
      window.removeEventListener('focus', onLook);
      document.removeEventListener('visibilitychange', onLook);
    },
  };
}
