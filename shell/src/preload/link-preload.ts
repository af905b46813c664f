import type { PathPreloader } from './path-preloader.ts';

/** Long enough on a link to mean it: shorter, and moving over a list would fetch all of it. */
const INTENT = 65;

function addressOf(target: EventTarget | null): string | undefined {
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
    const address = addressOf(event.target);
    if (address && address !== location.pathname + location.search)
      timer = setTimeout(() => void preload(address, { data: true }), INTENT);
  };
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const type of events) document.addEventListener(type, onIntent, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of events) document.removeEventListener(type, onIntent);
  };
}
