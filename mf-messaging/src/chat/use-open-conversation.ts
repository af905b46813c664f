import type { Conversation, ConversationAnswer, OpenConversationBody } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { conversationKey } from './chat-keys.ts';
import { refreshConversations } from './refresh-conversations.ts';

async function openConversation(body: OpenConversationBody): Promise<Conversation> {
  const { data } = await http.post<ConversationAnswer>('/chat/conversations', body);
  return data.conversation;
}

/** `POST /chat/conversations`: opens a conversation or finds the one there is. Rejects with the server's sentence (403, 404, 422). */
export function useOpenConversation() {
  const client = useQueryClient();
  return useMutation<Conversation, Error, OpenConversationBody>({
    mutationFn: openConversation,
    onSuccess: (conversation) => {
      const userId = getSession().userData?._id ?? '';
      client.setQueryData(conversationKey(userId, conversation._id), conversation);
      refreshConversations(client, userId);
    },
  });
}
