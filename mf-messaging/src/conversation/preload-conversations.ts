import { queryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { conversationQuery, conversationsQuery } from '../api/conversations.ts';

/** Fetches a conversation for a person who is about to open it; nothing for a visitor. */
export async function preloadConversation(id: string | null): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId && id) await queryClient.prefetchQuery(conversationQuery(userId, id));
}

/** Fetches what an address of /conversations shows: the list, and the conversation that it names. */
export async function preloadConversations(search: URLSearchParams): Promise<void> {
  const userId = getSession().userData?._id;
  if (!userId) return;
  const list = conversationsQuery(userId, (search.get('search') ?? '').trim());
  await Promise.all([queryClient.prefetchInfiniteQuery(list), preloadConversation(search.get('conversation'))]);
}
