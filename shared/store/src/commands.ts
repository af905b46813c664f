const bus = new EventTarget();
const PAGE = 'page';

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
  const listener = (event: Event) => handler(String((event as CustomEvent).detail));
  bus.addEventListener(PAGE, listener);
  return () => bus.removeEventListener(PAGE, listener);
}
