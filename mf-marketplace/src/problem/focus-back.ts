/**
 * What has the focus when a dialog closes that is opened now: what opened it, or the page's title, since the change may have taken
 * the button away.
 */
export function focusBack(): () => HTMLElement | null {
  const opener = document.activeElement;
  return () => (opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1'));
}
