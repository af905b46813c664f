import { CHAT, PAGE_SIZES, cutText } from '@solvent/contracts';
import type { SearchMessagesResponse } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import { distinct, pagedQuery, requireField } from '@solvent/kit/responses';
import { formatCount } from '@solvent/kit/format';
import { useSession } from '@solvent/store';
import { useMemo } from 'react';

/** `GET /chat/search`. */
const searchQuery = (userId: string, q: string, conversationId: string | undefined) =>
  pagedQuery<SearchMessagesResponse, SearchMessagesResponse>({
    queryKey: ['chat', userId, 'search', q, conversationId ?? null],
    path: '/chat/search',
    params: { q, ...(conversationId && { conversation: conversationId }) },
    limit: PAGE_SIZES.foundMessages,
    read: (body, page) => ({
      messages: requireField(body, 'messages'),
      total: requireField(body, 'total'),
      totalPages: requireField(body, 'totalPages'),
      limit: PAGE_SIZES.foundMessages,
      page,
    }),
  });

/** The server stops counting at `CHAT.searchResultsMax` (product 5.20). */
export const formatFoundCount = (total: number) =>
  total === CHAT.searchResultsMax ? `${total} or more messages` : formatCount(total, 'message');

/** Searches the messages of all conversations or one; '' disables the query. */
export function useMessageSearch(search: string, conversationId?: string) {
  const userId = useSession((session) => session.userData?._id);
  const q = cutText(search.trim(), CHAT.searchMax);
  const query = useInfiniteQuery({
    ...searchQuery(userId ?? '', q, conversationId),
    enabled: userId !== undefined && q !== '',
    gcTime: 60_000,
  });
  const messages = useMemo(
    () => distinct(query.data?.pages.flatMap((page) => page.messages) ?? [], ({ _id }) => _id),
    [query.data],
  );
  return { query, messages, total: query.data?.pages[0]?.total ?? 0 };
}
