/**
 * What has the focus when a dialog closes that is opened now: what opened it, or the page's title, since the change may have taken
 * the button away.
 *
 * @param opener what has the focus now, unless it was opened from a menu
 */
export function getReturnFocus(opener: Element | null = document.activeElement): () => HTMLElement | null {
  return () => (opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1'));
}

/** Shows a part of the page, and gives it the focus. */
export function focusSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
