/** Returns the focus target for a closing dialog: its opener, or the page's title if the opener was removed. */
export function getReturnFocus(opener: Element | null = document.activeElement): () => HTMLElement | null {
  return () => (opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1'));
}

/** Scrolls to a part of the page and focuses it, in whichever tab it is. Does nothing if the page has no such part. */
export function focusSection(id: string): void {
  const section = document.getElementById(id);
  const panel = section?.closest('[role=tabpanel]');
  const tab = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  if (tab?.matches('[aria-selected=false]')) tab.click();
  // React shows the tab in an earlier microtask.
  queueMicrotask(() => {
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  });
}
