import { PRELOAD_DELAYS } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import { matchPath } from '@solvent/router';
import { getSession, onSessionChange } from '@solvent/store';
import type { Page } from '../remotes/pages.ts';

export interface PathPreloader {
  /** Fetches the code of a page, and optionally its data. Ignores failures. @param address path and query */
  preload: (address: string, what: { data: boolean }) => Promise<void>;
}

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
      // The navigation itself reports the error.
    }
  },
});

/** Filters out the pointer moving across a list of links. */
const INTENT_DELAY_MS = 65;

function getLinkAddress(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target === '_blank') return undefined;
  return link.pathname + link.search;
}

/** Fetches code and data behind a link when it is hovered, focused or touched. @returns a function that stops it */
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

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const runWhenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 0);

/**
 * Fetches the code of pages while the browser is idle, 1 s or 2 s after the start (`preload` in `remote.json`, product 2.8). Session
 * pages wait for a sign-in.
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
      // One idle callback for each page, because its code is also evaluated.
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
