import type { QueryClient } from '@solvent/http';
import { setUnreadConversations } from '@solvent/store';
import { conversationListKey } from './chat-keys.ts';
import { unreadConversationsOf } from './conversations-query.ts';
import type { ConversationPages } from './conversations-query.ts';

/**
 * Tells the frame how many conversations have something unread, whenever the list in the cache changes.
 *
 * @returns a function that stops it
 */
export function countUnread(client: QueryClient, userId: string): () => void {
  const key = conversationListKey(userId, '');
  const count = () => {
    const pages = client.getQueryData<ConversationPages>(key);
    if (pages) setUnreadConversations(unreadConversationsOf(pages));
  };
  count();
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && key.every((part, index) => query.queryKey[index] === part)) count();
  });
}
