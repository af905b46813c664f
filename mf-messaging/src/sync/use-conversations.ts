import type { Conversation, ConversationFilter } from '@solvent/contracts';
import { queryClient, useInfiniteQuery, useQuery, useQueryClient } from '@solvent/http';
import { watchProblem } from '@solvent/socket';
import { getSession, useSession } from '@solvent/store';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { countUnreadConversations, flattenConversations, listConversations } from './conversation-updates.ts';
import type { ConversationPages } from './conversation-updates.ts';
import { conversationListKey, conversationQuery, conversationsQuery } from './conversations.ts';
import { useChat } from './chat-client.ts';

export async function preloadConversation(id: string | null): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId && id) await queryClient.prefetchQuery(conversationQuery(userId, id));
}

/** Reads the filter of an address; undefined for all conversations. */
export function readFilter(params: URLSearchParams): ConversationFilter | undefined {
  const filter = params.get('filter');
  return filter === 'unread' || filter === 'archived' ? filter : undefined;
}

export async function preloadConversations(search: URLSearchParams): Promise<void> {
  const userId = getSession().userData?._id;
  if (!userId) return;
  const list = conversationsQuery(userId, (search.get('search') ?? '').trim(), readFilter(search));
  await Promise.all([queryClient.prefetchInfiniteQuery(list), preloadConversation(search.get('conversation'))]);
}

interface ListOptions {
  search?: string;
  filter?: ConversationFilter | undefined;
  /** Stays in the filter Unread while it is read. */
  selected?: string | undefined;
  isEnabled?: boolean;
}

/** The user's conversations, pinned ones first, then the newest. The previous result stays during a new search. */
export function useConversations({ search = '', filter, selected, isEnabled = true }: ListOptions = {}) {
  useChat();
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({
    ...conversationsQuery(userId ?? '', search.trim(), filter),
    enabled: isEnabled && userId !== undefined,
    // The component may outlive the session: never shows another user's data.
    placeholderData: (previous, before) =>
      before?.queryKey[1] === userId && before?.queryKey.at(-1) === (filter ?? '') ? previous : undefined,
  });
  const conversations = useMemo(
    () => listConversations(query.data, { search, filter, selected }),
    [query.data, search, filter, selected],
  );
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

const loadMarking = () => import(/* webpackChunkName: "conversation-menu" */ './mark-conversation.ts');

/** Opening a conversation ends "marked as unread"; marking it while it is open does not. */
function useClearUnreadMark(conversation: Conversation | undefined): void {
  const client = useQueryClient();
  const chat = useChat();
  const id = conversation?._id;
  const isReady = id !== undefined && chat !== undefined;
  const clear = useEffectEvent(() => {
    if (id && chat && conversation?.markedUnread)
      // After a failure, the next opening tries again.
      loadMarking().then(
        ({ markConversation }) => markConversation(client, chat.userId, id, { markedUnread: false }),
        () => undefined,
      );
  });
  useEffect(() => {
    if (isReady) clear();
  }, [isReady, id]);
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
  useClearUnreadMark(query.data);
  return { query, conversation: query.data };
}
