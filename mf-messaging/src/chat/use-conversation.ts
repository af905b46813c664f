import { useQuery, useQueryClient } from '@solvent/http';
import { useSession } from '@solvent/store';
import { conversationListKey } from './chat-keys.ts';
import { conversationQuery, listedConversations } from './conversations-query.ts';
import type { ConversationPages } from './conversations-query.ts';
import { useChat } from './use-chat.ts';

/** One conversation, at once where the list has it; undefined: none is asked for. */
export function useConversation(id: string | undefined) {
  useChat();
  const client = useQueryClient();
  const userId = useSession((session) => session.userData?._id) ?? '';
  const query = useQuery({
    ...conversationQuery(userId, id ?? ''),
    enabled: userId !== '' && id !== undefined,
    initialData: () => {
      const pages = client.getQueryData<ConversationPages>(conversationListKey(userId, ''));
      return listedConversations(pages).find(({ _id }) => _id === id);
    },
    initialDataUpdatedAt: () => client.getQueryState(conversationListKey(userId, ''))?.dataUpdatedAt,
  });
  return { query, conversation: query.data };
}
