import { PRELOAD_DELAYS } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import { matchPath } from '@solvent/router';
import { getSession, onSessionChange } from '@solvent/store';
import type { Page } from '../remotes/pages.ts';

export interface PathPreloader {
  /**
   * Fetches the code behind an address, and its data when asked; silent when it fails: going there tells.
   *
   * @param address path and query
   */
  preload: (address: string, what: { data: boolean }) => Promise<void>;
}

/** Fetches what lies behind an address before a person goes there. */
export const createPathPreloader = (pages: readonly Page[]): PathPreloader => ({
  async preload(address, { data }) {
    const { pathname, searchParams } = new URL(address, location.origin);
    const page = findPattern(pages, pathname);
    if (!page) return;
    try {
      const module = await page.code.load();
      const params = matchPath(page.path, pathname)?.params ?? {};
      if (data) await module.preload?.({ params, search: searchParams });
    } catch {
      // A guess that failed is nobody's error.
    }
  },
});

/** Long enough on a link to mean it: shorter, and moving over a list would fetch all of it. */
const INTENT_DELAY_MS = 65;

function getLinkAddress(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target === '_blank') return undefined;
  return link.pathname + link.search;
}

/**
 * Fetches code and data behind a link when it is hovered, focused or touched.
 *
 * @returns a function that stops it
 */
export function preloadLinks({ preload }: PathPreloader): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onIntent = (event: Event) => {
    clearTimeout(timer);
    const address = getLinkAddress(event.target);
    if (address && address !== location.pathname + location.search)
      timer = setTimeout(() => void preload(address, { data: true }), INTENT_DELAY_MS);
  };
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const type of events) document.addEventListener(type, onIntent, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of events) document.removeEventListener(type, onIntent);
  };
}

/** A person who saves data wants no guesses. */
const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const runWhenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 0);

/**
 * Fetches some pages' code while the browser is idle, 1 s or 2 s after the start, as each `remote.json` says (product 2.8): those that
 * need a session once there is one.
 *
 * @returns a function that stops it
 */
export function preloadWhenIdle(pages: readonly Page[], { preload }: PathPreloader): () => void {
  if (isSavingData()) return () => undefined;
  const due = new Set<Page>();
  const fetchDue = () => {
    const { isLogin } = getSession();
    for (const page of due) {
      if (page.session && !isLogin) continue;
      due.delete(page);
      // Each by itself: what is fetched is evaluated, too.
      runWhenIdle(() => void preload(page.path, { data: false }));
    }
  };
  const timers = (['soon', 'later'] as const).map((when) =>
    setTimeout(() => {
      for (const page of pages) if (page.preload === when && !page.path.includes(':')) due.add(page);
      fetchDue();
    }, PRELOAD_DELAYS[when]),
  );
  const unsubscribe = onSessionChange(fetchDue);
  return () => {
    timers.forEach(clearTimeout);
    unsubscribe();
  };
}
