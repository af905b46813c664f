const bus = new EventTarget();
const PAGE = 'page';
const DIALOG = 'dialog';

function listen(kind: string, handler: (detail: string) => void): () => void {
  const listener = (event: Event) => handler(String((event as CustomEvent).detail));
  bus.addEventListener(kind, listener);
  return () => bus.removeEventListener(kind, listener);
}

/** Requests a page from the shell, which applies its `remote.json`. @param path such as `/post-problem` */
export function requestPage(path: string): void {
  bus.dispatchEvent(new CustomEvent(PAGE, { detail: path }));
}

/** Calls `handler` on each {@link requestPage}; only for the shell. @returns unsubscribe */
export function onPageRequest(handler: (path: string) => void): () => void {
  return listen(PAGE, handler);
}

/** Requests a dialog from the shell. @param slot name in `remote.json` */
export function requestDialog(slot: `${string}-dialog`): void {
  bus.dispatchEvent(new CustomEvent(DIALOG, { detail: slot }));
}

/** Calls `handler` on each {@link requestDialog}; only for the shell. @returns unsubscribe */
export function onDialogRequest(handler: (slot: `${string}-dialog`) => void): () => void {
  // Only `requestDialog` dispatches this event.
  return listen(DIALOG, (slot) => handler(slot as `${string}-dialog`));
}
