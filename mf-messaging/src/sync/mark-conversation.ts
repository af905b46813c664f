import type { MarkConversationBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { runOptimisticMutation } from '@solvent/kit';
import { updatePages, withMarks } from './conversation-updates.ts';
import type { ConversationPages, ConversationUpdate } from './conversation-updates.ts';
import { conversationKey, conversationsKey, listsKey, refetchConversations } from './conversations.ts';

interface MarkCallbacks {
  onSuccess?: () => void;
  onError?: (cause: Error) => void;
}

/** `PUT /chat/conversations/{id}/marks`: shows the marks at once, and undoes them if the server refuses (product 4.36). */
export function markConversation(
  client: QueryClient,
  userId: string,
  id: string,
  { seq, ...marks }: MarkConversationBody,
  { onSuccess, onError }: MarkCallbacks = {},
): void {
  const change: ConversationUpdate = (one) => (one._id === id ? withMarks(one, marks) : one);
  const mutation = {
    mutationKey: [...conversationsKey(userId), 'marks', id],
    mutationFn: (body: MarkConversationBody) => http.put(`/chat/conversations/${encodeURIComponent(id)}/marks`, body),
    updates: [
      { queryKey: listsKey(userId), update: (pages: ConversationPages) => updatePages(pages, change) },
      { queryKey: conversationKey(userId, id), update: change },
    ],
    onSuccess: () => onSuccess?.(),
    onError,
    onSettled: () => refetchConversations(client, userId),
  };
  runOptimisticMutation(client, mutation, { ...marks, ...(seq !== undefined && { seq }) });
}
