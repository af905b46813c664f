import { queryClient, useInfiniteQuery, useQuery, useQueryClient } from '@solvent/http';
import { watchProblem } from '@solvent/socket';
import { getSession, useSession } from '@solvent/store';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { flattenConversations, countUnreadConversations } from './conversation-updates.ts';
import type { ConversationPages } from './conversation-updates.ts';
import { conversationListKey, conversationQuery, conversationsQuery } from './conversations.ts';
import { useChat } from './chat-client.ts';

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

/**
 * The person's conversations, newest first, 10 a page; socket events keep them live.
 *
 * @param search finds names and problems' titles; '' for all. While another search is asked for, the former answer stays
 * @returns `unreadCount`: how many conversations have something unread
 */
export function useConversations(search = '') {
  useChat();
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({
    ...conversationsQuery(userId ?? '', search.trim()),
    enabled: userId !== undefined,
    // Not another person's, though this component stayed.
    placeholderData: (former, formerQuery) => (formerQuery?.queryKey[1] === userId ? former : undefined),
  });
  const conversations = useMemo(() => flattenConversations(query.data), [query.data]);
  return { query, conversations, unreadCount: countUnreadConversations(query.data) };
}

/** An answer that is older (ms) may lack what happened to the problem before anybody listened. */
const FRESH_FOR_MS = 1000;

/** Hears of the problem that a conversation is about, for as long as it is open: its head follows. */
function useWatchedProblem(problemId: string | undefined, answeredAt: number, refetch: () => void): void {
  const catchUp = useEffectEvent(() => {
    if (Date.now() - answeredAt > FRESH_FOR_MS) refetch();
  });
  useEffect(() => {
    if (problemId === undefined) return;
    const stop = watchProblem(problemId);
    catchUp();
    return stop;
  }, [problemId]);
}

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
      return flattenConversations(pages).find(({ _id }) => _id === id);
    },
    initialDataUpdatedAt: () => client.getQueryState(conversationListKey(userId, ''))?.dataUpdatedAt,
  });
  useWatchedProblem(query.data?.problem?._id, query.dataUpdatedAt, () => void query.refetch());
  return { query, conversation: query.data };
}
