import { PRELOAD_DELAYS } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { onConnected } from '@solvent/socket';

const loadChat = () => import(/* webpackChunkName: "chat" */ './chat-client.ts');
const runWhenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 0);

/**
 * Starts the chat when the page is idle, so that every page sends waiting messages; retries a failed import on (re)connection.
 */
export function startChatWhenIdle(client: QueryClient): () => void {
  const ended = new AbortController();
  let stopRetrying = () => {};

  async function start(): Promise<void> {
    const { startChat } = await loadChat();
    if (ended.signal.aborted) return;
    stopRetrying();
    stopRetrying = () => {};
    ended.signal.addEventListener('abort', startChat(client));
  }

  const attempt = () =>
    void start().catch((error: unknown) => {
      console.info('Chat: loading its code failed.', error);
      stopRetrying();
      if (!ended.signal.aborted) stopRetrying = onConnected(attempt);
    });

  const timer = setTimeout(() => runWhenIdle(attempt), PRELOAD_DELAYS.soon);
  return () => {
    clearTimeout(timer);
    stopRetrying();
    ended.abort();
  };
}
