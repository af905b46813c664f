import { ConversationSync, Outbox } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { queryClient, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { getSession, onSessionChange, openTabChannel } from '@solvent/store';
import { useEffect, useSyncExternalStore } from 'react';
import { ConversationCache, conversationsQuery } from './conversations.ts';
import { cachedLogs, fetchAfter, fetchChanged, sendMessage } from './messages.ts';
import { onReturn } from './page-activity.ts';

/** Says up to where the person has read: one request at a time for each conversation, and forwards only. */
class ReadMarks {
  /** The furthest position that is wanted, of each conversation whose request is under way. */
  readonly #wanted = new Map<string, number>();

  constructor(private readonly conversations: ConversationCache) {}

  /** Marks as read up to `seq`, unless it is known as read. Never rejects. */
  async mark(conversationId: string, seq: number): Promise<void> {
    const underWay = this.#wanted.get(conversationId);
    this.#wanted.set(conversationId, Math.max(underWay ?? 0, seq));
    if (underWay !== undefined) return;
    try {
      await this.#markAll(conversationId);
    } finally {
      this.#wanted.delete(conversationId);
    }
  }

  /** Goes on until nothing further is wanted, or the server fails: the next occasion tries again. */
  async #markAll(conversationId: string): Promise<void> {
    for (let done = 0; ;) {
      const seq = this.#wanted.get(conversationId) ?? 0;
      if (seq <= done || seq <= this.conversations.readSeq(conversationId)) return;
      if (!(await this.conversations.markRead(conversationId, seq))) return;
      done = seq;
    }
  }
}

/** What runs for one person while they are signed in. */
class Chat {
  /** What they wrote and the server has not. */
  readonly outbox: Outbox;
  /** What keeps their open threads whole. */
  readonly sync: ConversationSync;
  readonly reads: ReadMarks;
  readonly #conversations: ConversationCache;
  readonly #stops: (() => void)[];

  /** What waits in their outbox goes out, and what the cache holds is brought up to date. */
  constructor(
    client: QueryClient,
    readonly userId: string,
  ) {
    this.#conversations = new ConversationCache(client, userId);
    this.reads = new ReadMarks(this.#conversations);
    this.sync = new ConversationSync({ store: cachedLogs(client, userId), fetchAfter, fetchChanged });
    this.outbox = this.#openOutbox();
    this.#stops = [this.#conversations.countUnread(), this.#wakeWithSession(), ...this.#listen()];
    void this.sync.catchUp();
    void client.prefetchInfiniteQuery(conversationsQuery(userId));
  }

  /** A message has other words or reactions, as the server says or answers. */
  change(message: Message): void {
    this.sync.change(message);
    this.#conversations.changeMessage(message);
  }

  close(): void {
    this.#stops.forEach((end) => end());
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
  #wakeWithSession(): () => void {
    return onSessionChange((now, before) => {
      if (now.userData?._id === this.userId && now.userData.token !== before.userData?.token) this.outbox.wake();
    });
  }

  /** What the server says, into the cache. */
  #listen(): (() => void)[] {
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
      onServerEvent('message_changed', (message) => this.change(message)),
      onServerEvent('read', (position) => conversations.receiveRead(position)),
      onServerEvent('presence', (person) => conversations.receivePresence(person)),
      onServerEvent('problem', (problem) => conversations.receiveProblem(problem)),
      onConnected(catchUp),
      onReturn(catchUp),
    ];
  }
}

let chat: Chat | undefined;
let users = 0;
let stopFollowing = () => {};
const listeners = new Set<() => void>();

function replace(next: Chat | undefined): void {
  if (next === chat) return;
  chat?.close();
  chat = next;
  listeners.forEach((listener) => listener());
}

/** One chat for one person: another one's starts when they sign in, and nobody's runs while nobody is. */
function follow(client: QueryClient): void {
  const userId = getSession().userData?._id;
  if (userId !== chat?.userId) replace(userId === undefined ? undefined : new Chat(client, userId));
}

function stop(): void {
  stopFollowing();
  replace(undefined);
}

/**
 * Runs the chat of whoever is signed in: sends what waits in the outbox, hears what the server says, and keeps list and open
 * threads in the query cache whole. However many parts of a page start it, it is one.
 *
 * @returns a function that stops it, once all who started it have stopped
 */
export function startChat(client: QueryClient = queryClient): () => void {
  users += 1;
  if (users === 1) {
    follow(client);
    stopFollowing = onSessionChange(() => follow(client));
  }
  let isRunning = true;
  return () => {
    if (!isRunning) return;
    isRunning = false;
    users -= 1;
    if (users === 0) stop();
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
