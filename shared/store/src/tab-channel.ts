/** Channel to the other tabs of this browser; does not receive its own messages. */
export interface TabChannel<Message> {
  post: (message: Message) => void;
  close: () => void;
}

/** Does nothing without BroadcastChannel. */
export function openTabChannel<Message>(
  name: string,
  onMessage: (message: Message) => void = () => undefined,
): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  // An open channel would keep a Node process running.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  let isOpen = true;
  return {
    post: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it stays within its origin
      if (isOpen) channel.postMessage(message);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
