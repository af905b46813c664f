const CHANNEL = 'solvent-notifications';

/** One for speaking and hearing: a channel does not hear itself, so a tab never answers its own change. */
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

/** Tells the browser's other tabs that the person changed the list here: all badges are to be equal. */
export function tellOtherTabs(): void {
  const speaker = channel ?? new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it stays within its origin
  speaker.postMessage('changed');
  if (speaker !== channel) speaker.close();
}

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel(CHANNEL);
  opened.addEventListener('message', () => listeners.forEach((listener) => listener()));
  return opened;
}

/**
 * Calls `listener` when the list was changed in another tab.
 *
 * @returns a function that stops listening
 */
export function onOtherTabChange(listener: () => void): () => void {
  listeners.add(listener);
  channel ??= openChannel();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}
