import type { MessageLog } from '@solvent/chat';
import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesAnswer } from '@solvent/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@solvent/http';
import type { InfiniteData, QueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect, useMemo } from 'react';
import { getChat } from './chat-client.ts';
import { fetchMessages } from './messages.ts';

/** Which messages of a stretch are asked for. */
type Part = { before: number } | { after: number };

const stretchesKey = (userId: string) => ['chat', userId, 'stretch'] as const;

/** Behind the place that is asked for as many as before it. */
const AFTER_IT = PAGE_SIZES.messages / 2 + 1;

const firstPart = (seq: number): Part => ({ before: seq + AFTER_IT });

/**
 * Messages far back, around a place, as a conversation is read from a link: pages in both directions, of which none reaches the log
 * of the latest ones until somebody has scrolled there.
 */
export const stretchQuery = (userId: string, conversationId: string, seq: number) =>
  infiniteQueryOptions({
    queryKey: [...stretchesKey(userId), conversationId, seq],
    queryFn: ({ pageParam, signal }) => fetchMessages(conversationId, pageParam, signal),
    initialPageParam: firstPart(seq),
    getPreviousPageParam: ({ messages: [first] }: MessagesAnswer): Part | undefined =>
      first && first.seq > 1 ? { before: first.seq } : undefined,
    getNextPageParam: ({ messages, lastSeq }: MessagesAnswer): Part | undefined => {
      const last = messages.at(-1);
      return last && last.seq < lastSeq ? { after: last.seq } : undefined;
    },
    gcTime: 0,
    staleTime: Infinity,
  });

type Stretch = InfiniteData<MessagesAnswer>;

/** A message has another state: wherever a stretch shows it. `changed` gives the same object where it stays as it is. */
export function changeStretches(client: QueryClient, userId: string, changed: (message: Message) => Message): void {
  client.setQueriesData<Stretch>({ queryKey: stretchesKey(userId) }, (stretch) =>
    stretch
      ? { ...stretch, pages: stretch.pages.map((page) => ({ ...page, messages: page.messages.map((one) => changed(one)) })) }
      : stretch,
  );
}

/** Asks for what is shown of stretches again: the connection was away. */
export const refreshStretches = (client: QueryClient, userId: string): void =>
  void client.invalidateQueries({ queryKey: stretchesKey(userId) });

const NONE: readonly Message[] = [];

/** Keeps what stretches show as the server has it. */
function useLiveStretches(userId: string, isOpen: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOpen) return;
    const take = (fresh: Message) =>
      changeStretches(client, userId, (known) => (known._id === fresh._id && known.revision < fresh.revision ? fresh : known));
    const stops = [onServerEvent('message_changed', take), onConnected(() => refreshStretches(client, userId))];
    return () => stops.forEach((stop) => stop());
  }, [client, userId, isOpen]);
}

/**
 * The messages around a place that lies before a conversation's log. Where somebody has scrolled from there to the log, the two are
 * one, and the log has all of it.
 *
 * @param seq the place; undefined: the log is shown
 */
export function useStretch(userId: string, conversationId: string, seq: number | undefined, log: MessageLog | undefined) {
  const isOpen = seq !== undefined && log !== undefined && (log.messages[0]?.seq ?? 1) > seq;
  const query = useInfiniteQuery({ ...stretchQuery(userId, conversationId, seq ?? 0), enabled: isOpen });
  useLiveStretches(userId, isOpen);
  const pages = query.data?.pages;
  const messages = useMemo(() => pages?.flatMap((page) => page.messages) ?? NONE, [pages]);

  const first = log?.messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  const revision = Math.min(...(pages ?? []).map((page) => page.revision));
  useEffect(() => {
    if (isOpen && last > 0 && last >= first - 1) getChat()?.sync.prepend(conversationId, { messages: [...messages], revision });
  }, [isOpen, last, first, conversationId, messages, revision]);

  return { isOpen, query, messages };
}
