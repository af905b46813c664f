import type { OutboxEntry } from '@solvent/chat';
import type { QuotedMessage } from '@solvent/contracts';
import { useCallback, useSyncExternalStore } from 'react';
import { useChat } from './chat-client.ts';

const NO_ENTRIES: readonly OutboxEntry[] = [];
const noop = () => {};

/** Unacknowledged messages, oldest first. `send` throws without a session, so that the composer keeps its text. */
export function useOutbox(conversationId: string) {
  const outbox = useChat()?.outbox;
  const subscribe = useCallback((listener: () => void) => outbox?.subscribe(listener) ?? noop, [outbox]);
  const entries = useSyncExternalStore(subscribe, () => outbox?.entries(conversationId) ?? NO_ENTRIES);
  // Re-renders on upload progress.
  useSyncExternalStore(subscribe, () => entries.map(({ clientId }) => outbox?.progress(clientId)).join());

  const send = useCallback(
    (content: string, files: readonly File[], replyTo: QuotedMessage | null = null): void => {
      if (!outbox) throw new Error('There is no session.');
      const outboxFiles = files.map((file) => ({ name: file.name, type: file.type, size: file.size, content: file }));
      outbox.add({ conversationId, content, files: outboxFiles, replyTo });
    },
    [outbox, conversationId],
  );
  const retry = useCallback((clientId: string) => outbox?.retry(clientId), [outbox]);
  const remove = useCallback((clientId: string) => outbox?.remove(clientId), [outbox]);
  const getProgress = (clientId: string): number | undefined => outbox?.progress(clientId);
  return { entries, send, retry, remove, getProgress };
}
