import { useInfiniteQuery } from '@solvent/http';
import { useSession } from '@solvent/store';
import { useMemo } from 'react';
import { conversationsQuery, listedConversations, unreadConversationsOf } from './conversations-query.ts';
import { useChat } from './use-chat.ts';

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
  const conversations = useMemo(() => listedConversations(query.data), [query.data]);
  return { query, conversations, unreadCount: unreadConversationsOf(query.data) };
}
