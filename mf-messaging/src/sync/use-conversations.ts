import { queryClient, useInfiniteQuery, useQuery, useQueryClient } from '@solvent/http';
import { watchProblem } from '@solvent/socket';
import { getSession, useSession } from '@solvent/store';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { flattenConversations, countUnreadConversations } from './conversation-updates.ts';
import type { ConversationPages } from './conversation-updates.ts';
import { conversationListKey, conversationQuery, conversationsQuery } from './conversations.ts';
import { useChat } from './chat-client.ts';

export async function preloadConversation(id: string | null): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId && id) await queryClient.prefetchQuery(conversationQuery(userId, id));
}

export async function preloadConversations(search: URLSearchParams): Promise<void> {
  const userId = getSession().userData?._id;
  if (!userId) return;
  const list = conversationsQuery(userId, (search.get('search') ?? '').trim());
  await Promise.all([queryClient.prefetchInfiniteQuery(list), preloadConversation(search.get('conversation'))]);
}

/** The user's conversations, newest first. The previous result stays during a new search. */
export function useConversations(search = '') {
  useChat();
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({
    ...conversationsQuery(userId ?? '', search.trim()),
    enabled: userId !== undefined,
    // The component may outlive the session: never shows another user's data.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === userId ? previous : undefined),
  });
  const conversations = useMemo(() => flattenConversations(query.data), [query.data]);
  return { query, conversations, unreadCount: countUnreadConversations(query.data) };
}

/** An older response may lack events from before the subscription. */
const FRESH_FOR_MS = 1000;

function useWatchedProblem(problemId: string | undefined, updatedAt: number, refetch: () => void): void {
  const catchUp = useEffectEvent(() => {
    if (Date.now() - updatedAt > FRESH_FOR_MS) refetch();
  });
  useEffect(() => {
    if (problemId === undefined) return;
    const stop = watchProblem(problemId);
    catchUp();
    return stop;
  }, [problemId]);
}

/** Shows the conversation at once if the list has it. */
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
