import type { MessageLog } from '@solvent/chat';
import { PAGE_SIZES } from '@solvent/contracts';
import type {
  Conversation,
  ConversationFilter,
  ConversationResponse,
  ConversationsResponse,
  Message,
  OpenConversationBody,
  MarkReadResponse,
  ServerEvents,
} from '@solvent/contracts';
import { http, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import type { Query, QueryClient } from '@solvent/http';
import { pagedQuery, requireField } from '@solvent/kit/responses';
import { restartFetch } from '@solvent/kit/cached-data';
import { throttle, throttleEach } from '@solvent/kit/throttle';
import { getSession, setUnreadConversations } from '@solvent/store';
import {
  updatePages,
  flattenConversations,
  getReadSeq,
  countUnreadConversations,
  withMarks,
  withMessage,
  withEditedMessage,
  withPresence,
  withProblem,
  withReadPosition,
  withReadPositionUndone,
} from './conversation-updates.ts';
import type { ConversationUpdate, ConversationPages } from './conversation-updates.ts';
import { logKey } from './messages.ts';

/** Keyed by user, so that another account in this browser never sees them. */
export const conversationsKey = (userId: string) => ['chat', userId, 'conversations'] as const;
export const listsKey = (userId: string) => [...conversationsKey(userId), 'list'] as const;
const singlesKey = (userId: string) => [...conversationsKey(userId), 'single'] as const;

export const conversationListKey = (userId: string, search: string, filter?: ConversationFilter) =>
  [...listsKey(userId), search, filter ?? ''] as const;

export const conversationKey = (userId: string, id: string) => [...singlesKey(userId), id] as const;

/** `GET /chat/conversations`, 10 a page (product 9.2). The list without search and filter is never garbage collected, because the unread badge depends on it. */
export const conversationsQuery = (userId: string, search = '', filter?: ConversationFilter) => ({
  ...pagedQuery<ConversationsResponse, ConversationsResponse>({
    queryKey: conversationListKey(userId, search, filter),
    path: '/chat/conversations',
    params: { ...(search && { search }), ...(filter && { filter }) },
    limit: PAGE_SIZES.conversations,
    read: (body, page) => ({
      conversations: requireField(body, 'conversations'),
      unreadCount: requireField(body, 'unreadCount'),
      totalPages: requireField(body, 'totalPages'),
      limit: PAGE_SIZES.conversations,
      page,
    }),
  }),
  ...(search === '' && !filter && { gcTime: Infinity }),
});

/** `GET /chat/conversations/{id}`. */
export const conversationQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: conversationKey(userId, id),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<ConversationResponse>(`/chat/conversations/${encodeURIComponent(id)}`, { signal });
      return data.conversation;
    },
  });

async function openConversation(body: OpenConversationBody): Promise<Conversation> {
  const { data } = await http.post<ConversationResponse>('/chat/conversations', body);
  return data.conversation;
}

/** `POST /chat/conversations`: opens or creates a conversation. Rejects with the server's message (403, 404, 422). */
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
  const { data } = await http.put<MarkReadResponse>(`/chat/conversations/${encodeURIComponent(conversationId)}/read`, { seq });
  return data.readSeq;
}

const findFetching = (client: QueryClient, userId: string) =>
  client.getQueryCache().findAll({ queryKey: conversationsKey(userId), fetchStatus: 'fetching' });

const REFRESH_INTERVAL_MS = 500;

/** Refetches the whole list and everything shown. A failure keeps the cached data. */
export const refetchConversations = throttleEach((client: QueryClient, userId: string) => {
  // Invalidating cancels a refetch, but not a first fetch.
  for (const query of findFetching(client, userId)) if (query.state.data === undefined) restartFetch(query);
  void client.invalidateQueries({ queryKey: conversationsKey(userId) });
  // The unread badge needs the list on every page.
  void client.refetchQueries({ queryKey: conversationListKey(userId, ''), exact: true, type: 'inactive' });
}, REFRESH_INTERVAL_MS);

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];

/**
 * One user's conversations in the query cache, updated by socket events. A response that was requested before an event may be
 * stale: it is dropped and fetched again.
 */
export class ConversationCache {
  /** Number of read positions that the server has not confirmed yet. */
  #pendingReads = 0;

  readonly #throttledRestart = throttle(() => {
    for (const query of findFetching(this.client, this.userId))
      if (this.#pendingReads === 0 || query.state.data === undefined) restartFetch(query);
  }, REFRESH_INTERVAL_MS);

  constructor(
    private readonly client: QueryClient,
    private readonly userId: string,
  ) {}

  find(id: string): Conversation | undefined {
    return this.#findListed(id) ?? this.client.getQueryData<Conversation>(conversationKey(this.userId, id));
  }

  readSeq(id: string): number {
    const known = this.find(id);
    return known ? getReadSeq(known, this.userId) : 0;
  }

  refresh(): void {
    refetchConversations(this.client, this.userId);
  }

  /** Refetches after a message of an unlisted conversation, or after a gap. */
  receiveMessage(message: Message): void {
    const known = this.#findListed(message.conversationId);
    this.#updateOne(message.conversationId, (one) => withMessage(one, message, this.userId));
    if (!known || known.archived || message.seq > known.lastSeq + 1 || this.#hasFilteredList()) this.refresh();
  }

  /** Refetches, since marks change the order of the list. */
  receiveMarks({ conversationId, ...marks }: Payload<'conversation_marked'>): void {
    const known = this.find(conversationId);
    if (known && withMarks(known, marks) === known) return;
    this.#updateOne(conversationId, (one) => withMarks(one, marks));
    this.refresh();
  }

  /** Refetches after an unread message may have been deleted, which no longer counts (product 4.34). */
  receiveEdit(message: Message): void {
    this.#updateOne(message.conversationId, (one) => withEditedMessage(one, message));
    if (message.deletedAt && this.find(message.conversationId)?.unreadCount !== 0) this.refresh();
  }

  receiveRead(position: Payload<'read'>): void {
    if (!this.#applyRead(position)) this.refresh();
  }

  receivePresence({ userId, online }: Payload<'presence'>): void {
    this.#updateAll((conversation) => withPresence(conversation, userId, online));
  }

  receiveProblem(problem: Payload<'problem'>): void {
    this.#updateAll((conversation) => withProblem(conversation, problem));
  }

  /** Marks messages as read at once, and undoes it if the server refuses. Returns whether the server accepted. */
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

  /** Keeps the frame's badge equal to the list's count; returns an unsubscribe function. */
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

  /** Whether a filter is shown: only the server knows which conversations a new message adds to it. */
  #hasFilteredList(): boolean {
    const isFiltered = ({ queryKey }: Query) => queryKey.at(-1) !== '';
    return (
      this.client
        .getQueryCache()
        .find({ queryKey: listsKey(this.userId), exact: false, type: 'active', predicate: isFiltered }) !== undefined
    );
  }

  #findListed(id: string): Conversation | undefined {
    const pages = this.client.getQueryData<ConversationPages>(conversationListKey(this.userId, ''));
    return flattenConversations(pages).find(({ _id }) => _id === id);
  }

  /** Returns whether the number of unread messages is known. */
  #applyRead({ conversationId, userId, seq }: Payload<'read'>): boolean {
    let isCounted = true;
    this.#updateOne(conversationId, (conversation) => {
      const read = withReadPosition(conversation, userId, seq);
      if (userId !== this.userId) return read;
      // Events can arrive out of order: `seq` may be lower than the known position.
      const ownReadSeq = getReadSeq(read, userId);
      const unreadCount = this.#countUnreadAfter(read, ownReadSeq);
      isCounted &&= unreadCount !== undefined;
      return { ...read, unreadCount: unreadCount ?? Math.min(read.unreadCount, read.lastSeq - ownReadSeq) };
    });
    return isCounted;
  }

  /** Counts received messages after `seq`; undefined if the log does not reach back that far. */
  #countUnreadAfter({ _id, lastSeq }: Conversation, seq: number): number | undefined {
    if (seq >= lastSeq) return 0;
    const log = this.client.getQueryData<MessageLog>(logKey(this.userId, _id));
    const first = log?.messages[0];
    if (!log || !first || first.seq > seq + 1 || (log.messages.at(-1)?.seq ?? 0) < lastSeq) return undefined;
    return log.messages.filter((one) => one.seq > seq && one.sender._id !== this.userId && !one.deletedAt).length;
  }

  #updateOne(id: string, change: ConversationUpdate): void {
    this.#updateAll((conversation) => (conversation._id === id ? change(conversation) : conversation));
  }

  #updateAll(change: ConversationUpdate): void {
    const { client, userId } = this;
    client.setQueriesData<ConversationPages>({ queryKey: listsKey(userId) }, (pages) => pages && updatePages(pages, change));
    client.setQueriesData<Conversation>({ queryKey: singlesKey(userId) }, (one) => one && change(one));
    this.#restartFetches();
  }

  /** Restarts running fetches. Waits for read positions that the server has not confirmed: the response would lack them. */
  #restartFetches(): void {
    const { client, userId } = this;
    const interrupted = findFetching(client, userId);
    if (interrupted.length === 0) return;
    // A silently canceled query counts as fetching until it is fetched again.
    for (const query of interrupted) void query.cancel({ silent: true });
    this.#throttledRestart.push();
  }
}
