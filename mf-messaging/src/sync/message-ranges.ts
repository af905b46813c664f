import type { MessageLog } from '@solvent/chat';
import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesResponse } from '@solvent/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@solvent/http';
import type { InfiniteData, QueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect, useMemo } from 'react';
import { getChat } from './chat-client.ts';
import { fetchMessages } from './messages.ts';

type PageParam = { before: number } | { after: number };

const rangesKey = (userId: string) => ['chat', userId, 'range'] as const;

/** The first page has as many messages before `seq` as after it. */
const FIRST_PAGE_OFFSET = PAGE_SIZES.messages / 2 + 1;

const getFirstPageParam = (seq: number): PageParam => ({ before: seq + FIRST_PAGE_OFFSET });

/**
 * Messages around a linked message that is older than the log. Pages load in both directions; they are merged with the log once
 * the user has scrolled to it.
 */
const rangeQuery = (userId: string, conversationId: string, seq: number) =>
  infiniteQueryOptions({
    queryKey: [...rangesKey(userId), conversationId, seq],
    queryFn: ({ pageParam, signal }) => fetchMessages(conversationId, pageParam, signal),
    initialPageParam: getFirstPageParam(seq),
    getPreviousPageParam: ({ messages: [first] }: MessagesResponse): PageParam | undefined =>
      first && first.seq > 1 ? { before: first.seq } : undefined,
    getNextPageParam: ({ messages, lastSeq }: MessagesResponse): PageParam | undefined => {
      const last = messages.at(-1);
      return last && last.seq < lastSeq ? { after: last.seq } : undefined;
    },
    gcTime: 0,
    staleTime: Infinity,
  });

type MessageRange = InfiniteData<MessagesResponse>;

/** Updates a message in all cached ranges; `update` returns the same object if nothing changes. */
export function updateRanges(client: QueryClient, userId: string, update: (message: Message) => Message): void {
  client.setQueriesData<MessageRange>({ queryKey: rangesKey(userId) }, (range) =>
    range
      ? { ...range, pages: range.pages.map((page) => ({ ...page, messages: page.messages.map((one) => update(one)) })) }
      : range,
  );
}

const refetchRanges = (client: QueryClient, userId: string): void =>
  void client.invalidateQueries({ queryKey: rangesKey(userId) });

const NO_MESSAGES: readonly Message[] = [];

function useLiveRanges(userId: string, isOpen: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOpen) return;
    const applyNewer = (fresh: Message) =>
      updateRanges(client, userId, (loaded) => (loaded._id === fresh._id && loaded.revision < fresh.revision ? fresh : loaded));
    const unsubscribes = [onServerEvent('message_changed', applyNewer), onConnected(() => refetchRanges(client, userId))];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [client, userId, isOpen]);
}

/** Loads messages around a `seq`, and merges them with the log once the user has scrolled to it. */
export function useMessageRange(userId: string, conversationId: string, seq: number | undefined, log: MessageLog | undefined) {
  const isOpen = seq !== undefined && log !== undefined && (log.messages[0]?.seq ?? 1) > seq;
  const query = useInfiniteQuery({ ...rangeQuery(userId, conversationId, seq ?? 0), enabled: isOpen });
  useLiveRanges(userId, isOpen);
  const pages = query.data?.pages;
  const messages = useMemo(() => pages?.flatMap((page) => page.messages) ?? NO_MESSAGES, [pages]);

  const first = log?.messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  const revision = Math.min(...(pages ?? []).map((page) => page.revision));
  useEffect(() => {
    if (isOpen && last > 0 && last >= first - 1) getChat()?.sync.prepend(conversationId, { messages: [...messages], revision });
  }, [isOpen, last, first, conversationId, messages, revision]);

  return { isOpen, query, messages };
}
