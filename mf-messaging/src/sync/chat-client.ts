import { ConversationSync, Outbox } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { queryClient, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { getSession, onSessionChange, openTabChannel } from '@solvent/store';
import { useEffect, useSyncExternalStore } from 'react';
import { ConversationCache, conversationsQuery } from './conversations.ts';
import { createLogStore, fetchAfter, fetchChanged, sendMessage } from './messages.ts';
import { onPageVisible } from './page-activity.ts';

/** Says up to where the person has read: one request at a time for each conversation, and forwards only. */
class ReadReceipts {
  /** The furthest position that is wanted, of each conversation whose request is under way. */
  readonly #latestSeqs = new Map<string, number>();

  constructor(private readonly conversations: ConversationCache) {}

  /** Marks as read up to `seq`, unless it is known as read. Never rejects. */
  async send(conversationId: string, seq: number): Promise<void> {
    const pendingSeq = this.#latestSeqs.get(conversationId);
    this.#latestSeqs.set(conversationId, Math.max(pendingSeq ?? 0, seq));
    if (pendingSeq !== undefined) return;
    try {
      await this.#sendUntilLatest(conversationId);
    } finally {
      this.#latestSeqs.delete(conversationId);
    }
  }

  /** Goes on until nothing further is wanted, or the server fails: the next occasion tries again. */
  async #sendUntilLatest(conversationId: string): Promise<void> {
    for (let sentSeq = 0; ;) {
      const seq = this.#latestSeqs.get(conversationId) ?? 0;
      if (seq <= sentSeq || seq <= this.conversations.readSeq(conversationId)) return;
      if (!(await this.conversations.markRead(conversationId, seq))) return;
      sentSeq = seq;
    }
  }
}

/** What runs for one person while they are signed in. */
class Chat {
  /** What they wrote and the server has not. */
  readonly outbox: Outbox;
  /** What keeps their open threads whole. */
  readonly sync: ConversationSync;
  readonly readReceipts: ReadReceipts;
  readonly #conversations: ConversationCache;
  readonly #unsubscribes: (() => void)[];

  /** What waits in their outbox goes out, and what the cache holds is brought up to date. */
  constructor(
    client: QueryClient,
    readonly userId: string,
  ) {
    this.#conversations = new ConversationCache(client, userId);
    this.readReceipts = new ReadReceipts(this.#conversations);
    this.sync = new ConversationSync({ store: createLogStore(client, userId), fetchAfter, fetchChanged });
    this.outbox = this.#openOutbox();
    this.#unsubscribes = [this.#conversations.syncUnreadBadge(), this.#wakeOnNewSession(), ...this.#subscribe()];
    void this.sync.catchUp();
    void client.prefetchInfiniteQuery(conversationsQuery(userId));
  }

  /** A message has other words or reactions, as the server says or answers. */
  updateMessage(message: Message): void {
    this.sync.change(message);
    this.#conversations.receiveEdit(message);
  }

  close(): void {
    this.#unsubscribes.forEach((end) => end());
    this.outbox.close();
    this.sync.close();
  }

  #openOutbox(): Outbox {
    return new Outbox({
      userId: this.userId,
      openChannel: openTabChannel,
      send: async (entry, options) => {
        const message = await sendMessage(entry, options);
        this.sync.receive(message);
        await this.sync.reached(message);
        return message;
      },
      onSent: (message) => {
        this.sync.receive(message);
        this.#conversations.receiveMessage(message);
      },
    });
  }

  /** The same person with a new session: what the old one could not send goes now. */
  #wakeOnNewSession(): () => void {
    return onSessionChange((now, before) => {
      if (now.userData?._id === this.userId && now.userData.token !== before.userData?.token) this.outbox.wake();
    });
  }

  /** What the server says, into the cache. */
  #subscribe(): (() => void)[] {
    const { outbox, sync, userId } = this;
    const conversations = this.#conversations;
    const catchUp = () => {
      outbox.wake();
      void sync.catchUp();
      conversations.refresh();
    };
    return [
      onServerEvent('message', (message) => {
        sync.receive(message);
        conversations.receiveMessage(message);
        if (message.sender._id === userId) void sync.reached(message).then(() => outbox.acknowledge(message));
      }),
      onServerEvent('message_changed', (message) => this.updateMessage(message)),
      onServerEvent('read', (position) => conversations.receiveRead(position)),
      onServerEvent('presence', (person) => conversations.receivePresence(person)),
      onServerEvent('problem', (problem) => conversations.receiveProblem(problem)),
      onConnected(catchUp),
      onPageVisible(catchUp),
    ];
  }
}

let chat: Chat | undefined;
let consumerCount = 0;
let unsubscribeFromSession = () => {};
const listeners = new Set<() => void>();

function replaceChat(next: Chat | undefined): void {
  if (next === chat) return;
  chat?.close();
  chat = next;
  listeners.forEach((listener) => listener());
}

/** One chat for one person: another one's starts when they sign in, and nobody's runs while nobody is. */
function matchSession(client: QueryClient): void {
  const userId = getSession().userData?._id;
  if (userId !== chat?.userId) replaceChat(userId === undefined ? undefined : new Chat(client, userId));
}

function stop(): void {
  unsubscribeFromSession();
  replaceChat(undefined);
}

/**
 * Runs the chat of whoever is signed in: sends what waits in the outbox, hears what the server says, and keeps list and open
 * threads in the query cache whole. However many parts of a page start it, it is one.
 *
 * @returns a function that stops it, once all who started it have stopped
 */
export function startChat(client: QueryClient = queryClient): () => void {
  consumerCount += 1;
  if (consumerCount === 1) {
    matchSession(client);
    unsubscribeFromSession = onSessionChange(() => matchSession(client));
  }
  let isRunning = true;
  return () => {
    if (!isRunning) return;
    isRunning = false;
    consumerCount -= 1;
    if (consumerCount === 0) stop();
  };
}

/** The chat that runs. */
export const getChat = (): Chat | undefined => chat;

/** Calls `listener` when another chat runs, or none any more. */
function onChatChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in person's chat, which runs for as long as somebody uses it; undefined while nobody is signed in. */
export function useChat(): Chat | undefined {
  const client = useQueryClient();
  useEffect(() => startChat(client), [client]);
  return useSyncExternalStore(onChatChange, getChat);
}
