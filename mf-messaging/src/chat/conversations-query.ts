import { PAGE_SIZES } from '@solvent/contracts';
import type { Conversation, ConversationAnswer, ConversationsAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions, queryOptions } from '@solvent/http';
import type { InfiniteData } from '@solvent/http';
import { conversationKey, conversationListKey } from './chat-keys.ts';

/** The list as the query cache holds it: the pages loaded so far, newest first. */
export type ConversationPages = InfiniteData<ConversationsAnswer>;

async function fetchConversations(page: number, search: string, signal: AbortSignal): Promise<ConversationsAnswer> {
  const params = { page, limit: PAGE_SIZES.conversations, ...(search && { search }) };
  const { data } = await http.get<ConversationsAnswer>('/chat/conversations', { params, signal });
  return data;
}

/** `GET /chat/conversations`, page after page (product 9.2: 10 a page). The whole list stays as long as the person: the badge counts it. */
export const conversationsQuery = (userId: string, search = '') =>
  infiniteQueryOptions({
    queryKey: conversationListKey(userId, search),
    queryFn: ({ pageParam, signal }) => fetchConversations(pageParam, search, signal),
    initialPageParam: 1,
    getNextPageParam: (last: ConversationsAnswer) => (last.page < last.totalPages ? last.page + 1 : undefined),
    ...(search === '' && { gcTime: Infinity }),
  });

/** Asks for one conversation. */
async function fetchConversation(id: string, signal?: AbortSignal): Promise<Conversation> {
  const config = signal ? { signal } : {};
  const { data } = await http.get<ConversationAnswer>(`/chat/conversations/${encodeURIComponent(id)}`, config);
  return data.conversation;
}

/** `GET /chat/conversations/{id}`. */
export const conversationQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: conversationKey(userId, id),
    queryFn: ({ signal }) => fetchConversation(id, signal),
  });

/** Every conversation once: a page that is fetched after one moved to the top repeats the last of the page before. */
export function listedConversations(pages: ConversationPages | undefined): Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const page of pages?.pages ?? []) {
    for (const conversation of page.conversations) if (!byId.has(conversation._id)) byId.set(conversation._id, conversation);
  }
  return [...byId.values()];
}

/** How many conversations have something unread, as the page fetched last carries it. */
export const unreadConversationsOf = (pages: ConversationPages | undefined): number => pages?.pages.at(-1)?.unreadCount ?? 0;
