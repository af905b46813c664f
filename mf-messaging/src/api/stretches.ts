import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesAnswer } from '@solvent/contracts';
import { infiniteQueryOptions } from '@solvent/http';
import type { InfiniteData, QueryClient } from '@solvent/http';
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
