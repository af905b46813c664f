import type { MessageLog } from '@solvent/chat';
import { PAGE_SIZES } from '@solvent/contracts';
import type {
  Conversation,
  ConversationAnswer,
  ConversationsAnswer,
  Message,
  OpenConversationBody,
  ReadAnswer,
  ServerEvents,
} from '@solvent/contracts';
import { http, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit/answers';
import { getSession, setUnreadConversations } from '@solvent/store';
import {
  updatePages,
  flattenConversations,
  getReadSeq,
  countUnreadConversations,
  withMessage,
  withEditedMessage,
  withPresence,
  withProblem,
  withReadPosition,
  withReadPositionUndone,
} from './conversation-updates.ts';
import type { ConversationUpdate, ConversationPages } from './conversation-updates.ts';
import { logKey } from './messages.ts';
import { throttle } from './throttle.ts';

/**
 * All that the query cache holds of one person's conversations: a second account in this browser never finds it, and all of it
 * goes when the person does.
 */
const conversationsKey = (userId: string) => ['chat', userId, 'conversations'] as const;
const listsKey = (userId: string) => [...conversationsKey(userId), 'list'] as const;
const singlesKey = (userId: string) => [...conversationsKey(userId), 'single'] as const;

/** The list for a search; '' is the whole list. */
export const conversationListKey = (userId: string, search: string) => [...listsKey(userId), search] as const;

const conversationKey = (userId: string, id: string) => [...singlesKey(userId), id] as const;

/** `GET /chat/conversations`, page after page (product 9.2: 10 a page). The whole list stays as long as the person: the badge counts it. */
export const conversationsQuery = (userId: string, search = '') => ({
  ...pagedQuery<ConversationsAnswer, ConversationsAnswer>({
    queryKey: conversationListKey(userId, search),
    path: '/chat/conversations',
    params: search === '' ? {} : { search },
    limit: PAGE_SIZES.conversations,
    read: (body, page) => ({
      conversations: pick(body, 'conversations'),
      unreadCount: pick(body, 'unreadCount'),
      totalPages: pick(body, 'totalPages'),
      limit: PAGE_SIZES.conversations,
      page,
    }),
  }),
  ...(search === '' && { gcTime: Infinity }),
});

/** `GET /chat/conversations/{id}`. */
export const conversationQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: conversationKey(userId, id),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<ConversationAnswer>(`/chat/conversations/${encodeURIComponent(id)}`, { signal });
      return data.conversation;
    },
  });

async function openConversation(body: OpenConversationBody): Promise<Conversation> {
  const { data } = await http.post<ConversationAnswer>('/chat/conversations', body);
  return data.conversation;
}

/** `POST /chat/conversations`: opens a conversation or finds the one there is. Rejects with the server's sentence (403, 404, 422). */
export function useOpenConversation() {
  const client = useQueryClient();
  return useMutation<Conversation, Error, OpenConversationBody>({
    mutationFn: openConversation,
    onSuccess: (conversation) => {
      const userId = getSession().userData?._id ?? '';
      client.setQueryData(conversationKey(userId, conversation._id), conversation);
      refetchConversations(client, userId);
    },
  });
}

async function putReadPosition(conversationId: string, seq: number): Promise<number> {
  const { data } = await http.put<ReadAnswer>(`/chat/conversations/${encodeURIComponent(conversationId)}/read`, { seq });
  return data.readSeq;
}

const findFetching = (client: QueryClient, userId: string) =>
  client.getQueryCache().findAll({ queryKey: conversationsKey(userId), fetchStatus: 'fetching' });

/** Drops an answer that is under way, and asks once more for the same: all pages, or the next one. */
function restartFetch(query: ReturnType<typeof findFetching>[number]): void {
  const { fetchMeta } = query.state;
  void query.cancel({ silent: true });
  query.fetch(undefined, fetchMeta ? { meta: fetchMeta } : {}).catch(() => undefined);
}

/** A burst of reasons asks this often (ms). */
const REFRESH_INTERVAL_MS = 500;

/** Asks for the person's conversations again: the whole list, and what is shown. A failed answer leaves what is there. */
function refetchConversations(client: QueryClient, userId: string): void {
  throttle(REFRESH_INTERVAL_MS, client, `conversations of ${userId}`, () => {
    // Invalidating drops a later fetch by itself, the first one not.
    for (const query of findFetching(client, userId)) if (query.state.data === undefined) restartFetch(query);
    void client.invalidateQueries({ queryKey: conversationsKey(userId) });
    // The badge counts it on every page.
    void client.refetchQueries({ queryKey: conversationListKey(userId, ''), exact: true, type: 'inactive' });
  });
}

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];

/**
 * One person's conversations in the query cache, changed by what the server says. An answer that was under way at a change may
 * be older than it: it is dropped and asked for anew, so that what is on the screen never goes back.
 */
export class ConversationCache {
  /** Own read marks on their way. */
  #pendingReads = 0;

  constructor(
    private readonly client: QueryClient,
    private readonly userId: string,
  ) {}

  /** A conversation as the cache knows it. */
  find(id: string): Conversation | undefined {
    return this.#findListed(id) ?? this.client.getQueryData<Conversation>(conversationKey(this.userId, id));
  }

  /** Up to where the person has read. */
  readSeq(id: string): number {
    const known = this.find(id);
    return known ? getReadSeq(known, this.userId) : 0;
  }

  refresh(): void {
    refetchConversations(this.client, this.userId);
  }

  /** A message came, from whomever. What is not in the list, or not next to what is known, is asked for. */
  receiveMessage(message: Message): void {
    const known = this.#findListed(message.conversationId);
    this.#updateOne(message.conversationId, (one) => withMessage(one, message, this.userId));
    if (!known || message.seq > known.lastSeq + 1) this.refresh();
  }

  /** A message has other words: those of the last one stand in the list. */
  receiveEdit(message: Message): void {
    this.#updateOne(message.conversationId, (one) => withEditedMessage(one, message));
  }

  /** Somebody has read a conversation; where it is oneself, here or in another tab, what is unread of it is counted anew. */
  receiveRead(position: Payload<'read'>): void {
    if (!this.#applyRead(position)) this.refresh();
  }

  /** Somebody whom one talks to came or went. */
  receivePresence({ userId, online }: Payload<'presence'>): void {
    this.#updateAll((conversation) => withPresence(conversation, userId, online));
  }

  /** A problem has another state or title. */
  receiveProblem(problem: Payload<'problem'>): void {
    this.#updateAll((conversation) => withProblem(conversation, problem));
  }

  /** Marks as read up to `seq`: on the screen at once, and back where the server did not take it. @returns whether it did */
  async markRead(conversationId: string, seq: number): Promise<boolean> {
    const { userId } = this;
    const before = this.find(conversationId);
    this.#pendingReads += 1;
    this.#applyRead({ conversationId, userId, seq });
    const marked = this.find(conversationId);
    const readSeq = await putReadPosition(conversationId, seq).catch(() => undefined);
    this.#pendingReads -= 1;
    if (readSeq !== undefined) this.receiveRead({ conversationId, userId, seq: readSeq });
    else this.#updateOne(conversationId, (now) => (before && marked ? withReadPositionUndone(now, userId, before, marked) : now));
    return readSeq !== undefined;
  }

  /**
   * Tells the frame how many conversations have something unread, whenever the list changes.
   *
   * @returns a function that stops it
   */
  syncUnreadBadge(): () => void {
    const key = conversationListKey(this.userId, '');
    const count = () => {
      const pages = this.client.getQueryData<ConversationPages>(key);
      if (pages) setUnreadConversations(countUnreadConversations(pages));
    };
    count();
    return this.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && key.every((segment, index) => query.queryKey[index] === segment)) count();
    });
  }

  /** One conversation of the whole list; undefined where it is not in it, or further down than what is loaded. */
  #findListed(id: string): Conversation | undefined {
    const pages = this.client.getQueryData<ConversationPages>(conversationListKey(this.userId, ''));
    return flattenConversations(pages).find(({ _id }) => _id === id);
  }

  /** @returns whether it is known what is left unread */
  #applyRead({ conversationId, userId, seq }: Payload<'read'>): boolean {
    let isCounted = true;
    this.#updateOne(conversationId, (conversation) => {
      const read = withReadPosition(conversation, userId, seq);
      if (userId !== this.userId) return read;
      // A position that comes late is behind the one that is known.
      const own = getReadSeq(read, userId);
      const unreadCount = this.#countUnreadAfter(read, own);
      isCounted &&= unreadCount !== undefined;
      return { ...read, unreadCount: unreadCount ?? Math.min(read.unreadCount, read.lastSeq - own) };
    });
    return isCounted;
  }

  /** Messages of the other one after `seq`; undefined where the log does not reach back that far. */
  #countUnreadAfter({ _id, lastSeq }: Conversation, seq: number): number | undefined {
    if (seq >= lastSeq) return 0;
    const log = this.client.getQueryData<MessageLog>(logKey(this.userId, _id));
    const first = log?.messages[0];
    if (!log || !first || first.seq > seq + 1 || (log.messages.at(-1)?.seq ?? 0) < lastSeq) return undefined;
    return log.messages.filter((message) => message.seq > seq && message.sender._id !== this.userId).length;
  }

  #updateOne(id: string, change: ConversationUpdate): void {
    this.#updateAll((conversation) => (conversation._id === id ? change(conversation) : conversation));
  }

  /** Changes conversations wherever the cache has them: in every list and by themselves. */
  #updateAll(change: ConversationUpdate): void {
    const { client, userId } = this;
    client.setQueriesData<ConversationPages>({ queryKey: listsKey(userId) }, (pages) => pages && updatePages(pages, change));
    client.setQueriesData<Conversation>({ queryKey: singlesKey(userId) }, (one) => one && change(one));
    this.#restartFetches();
  }

  /** Asks anew for what is under way; beside an own read mark, which the answer would lack, once the server has said what became of it. */
  #restartFetches(): void {
    const { client, userId } = this;
    const interrupted = findFetching(client, userId);
    if (interrupted.length === 0) return;
    // Until it is fetched anew a query that is cancelled silently still counts as fetching.
    for (const query of interrupted) void query.cancel({ silent: true });
    throttle(REFRESH_INTERVAL_MS, client, `conversations of ${userId} under way`, () => {
      for (const query of findFetching(client, userId)) if (this.#pendingReads === 0 || query.state.data === undefined) restartFetch(query);
    });
  }
}
