/** Returns the focus target for a closing dialog: its opener, or the page's title if the opener was removed. */
export function getReturnFocus(opener: Element | null = document.activeElement): () => HTMLElement | null {
  return () => (opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1'));
}

export function focusSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
