const bus = new EventTarget();
const POST_PROBLEM = 'post-problem';

/**
 * Asks the shell to take the person to posting a problem, by the rules of the product (2.7):
 * sign-in, the role-switch dialog, or the form. Any remote may ask; the shell alone decides.
 */
export function requestPostProblem(): void {
  bus.dispatchEvent(new Event(POST_PROBLEM));
}

/**
 * Calls `handler` at each {@link requestPostProblem}. The shell listens, nobody else.
 *
 * @returns a function that stops listening
 */
export function onPostProblemRequest(handler: () => void): () => void {
  bus.addEventListener(POST_PROBLEM, handler);
  return () => bus.removeEventListener(POST_PROBLEM, handler);
}
