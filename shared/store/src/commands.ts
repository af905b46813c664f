const bus = new EventTarget();
const PAGE = 'page';
const DIALOG = 'dialog';

function listen(kind: string, handler: (detail: string) => void): () => void {
  const listener = (event: Event) => handler(String((event as CustomEvent).detail));
  bus.addEventListener(kind, listener);
  return () => bus.removeEventListener(kind, listener);
}

/**
 * Asks the shell to take the person to a page by the rules of its `remote.json`: a sign-in first, a role, or the page itself.
 * Any remote may ask; the shell alone decides.
 *
 * @param path of the page, such as `/post-problem`
 */
export function requestPage(path: string): void {
  bus.dispatchEvent(new CustomEvent(PAGE, { detail: path }));
}

/**
 * Calls `handler` at each {@link requestPage}. The shell listens, nobody else.
 *
 * @returns a function that stops listening
 */
export function onPageRequest(handler: (path: string) => void): () => void {
  return listen(PAGE, handler);
}

/**
 * Asks the shell to open a dialog that a remote has as a slot, over the page. Any remote may ask.
 *
 * @param slot its name in `remote.json`, such as `solver-switch-dialog`
 */
export function requestDialog(slot: `${string}-dialog`): void {
  bus.dispatchEvent(new CustomEvent(DIALOG, { detail: slot }));
}

/**
 * Calls `handler` at each {@link requestDialog}. The shell listens, nobody else.
 *
 * @returns a function that stops listening
 */
export function onDialogRequest(handler: (slot: `${string}-dialog`) => void): () => void {
  // What is sent is what `requestDialog` takes.
  return listen(DIALOG, (slot) => handler(slot as `${string}-dialog`));
}
