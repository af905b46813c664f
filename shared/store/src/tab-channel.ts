/** The line to this browser's other tabs; it does not hear itself. */
export interface TabChannel<News> {
  post: (news: News) => void;
  close: () => void;
}

/**
 * Opens a line to the other tabs of this browser, by name. Without BroadcastChannel a tab is alone.
 *
 * @param name unique in the product, such as `solvent.session-revoked`
 * @param onNews called with what another tab posts; only our own tabs can
 */
export function openTabChannel<News>(name: string, onNews: (news: News) => void = () => undefined): TabChannel<News> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  // In Node an open channel would keep the process.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  channel.onmessage = ({ data }: MessageEvent<News>) => onNews(data);
  let isOpen = true;
  return {
    post: (news) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it stays within its origin
      if (isOpen) channel.postMessage(news);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
