const CHANNEL = 'solvent-notifications';

/** Tells the browser's other tabs that the person changed the list here: all badges are to be equal. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it stays within its origin
  channel.postMessage('changed');
  channel.close();
}

/**
 * Calls `listener` when the list was changed in another tab.
 *
 * @returns a function that stops listening
 */
export function onOtherTabChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
