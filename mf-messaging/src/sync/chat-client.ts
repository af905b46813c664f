import { ConversationSync, Outbox } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { queryClient, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { notifyRenamed } from '@solvent/kit';
import { getServerTime, onConnected, onServerEvent } from '@solvent/socket';
import { createStore, getSession, onSessionChange, openTabChannel, useStore } from '@solvent/store';
import { useEffect } from 'react';
import { ConversationCache, conversationsQuery } from './conversations.ts';
import { createLogStore, fetchAfter, fetchChanged, sendMessage } from './messages.ts';
import { onPageVisible } from './page-activity.ts';

/** Sends read positions: one request at a time per conversation, never backwards. */
class ReadReceipts {
  /** Latest position per conversation with a running request. */
  readonly #latestSeqs = new Map<string, number>();

  constructor(private readonly conversations: ConversationCache) {}

  /** Marks messages as read up to `seq`, unless they are already. Never rejects. */
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

  /** Stops on failure; the next call retries. */
  async #sendUntilLatest(conversationId: string): Promise<void> {
    for (let sentSeq = 0; ;) {
      const seq = this.#latestSeqs.get(conversationId) ?? 0;
      if (seq <= sentSeq || seq <= this.conversations.readSeq(conversationId)) return;
      if (!(await this.conversations.markRead(conversationId, seq))) return;
      sentSeq = seq;
    }
  }
}

/** Outbox and synchronization of one signed-in user. */
class Chat {
  readonly outbox: Outbox;
  readonly sync: ConversationSync;
  readonly readReceipts: ReadReceipts;
  readonly #conversations: ConversationCache;
  readonly #unsubscribes: (() => void)[];

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

  /** Applies an edit or a changed reaction. */
  updateMessage(message: Message): void {
    this.sync.change(message);
    this.#conversations.receiveEdit(message);
  }

  close(): void {
    this.#unsubscribes.forEach((unsubscribe) => unsubscribe());
    this.outbox.close();
    this.sync.close();
  }

  #openOutbox(): Outbox {
    return new Outbox({
      userId: this.userId,
      openChannel: openTabChannel,
      now: getServerTime,
      send: async (entry, options) => {
        const message = await sendMessage(entry, options);
        entry.files.forEach(({ name }, index) => notifyRenamed(name, message.files[index]));
        this.sync.receive(message);
        await this.sync.waitUntilLogged(message);
        return message;
      },
      onSent: (message) => {
        this.sync.receive(message);
        this.#conversations.receiveMessage(message);
      },
    });
  }

  /** Resumes sending when the same user gets a new session. */
  #wakeOnNewSession(): () => void {
    return onSessionChange((now, before) => {
      if (now.userData?._id === this.userId && now.userData.token !== before.userData?.token) this.outbox.wake();
    });
  }

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
        if (message.sender._id === userId) void sync.waitUntilLogged(message).then(() => outbox.acknowledge(message));
      }),
      onServerEvent('message_changed', (message) => this.updateMessage(message)),
      onServerEvent('conversation_marked', (marks) => conversations.receiveMarks(marks)),
      onServerEvent('read', (position) => conversations.receiveRead(position)),
      onServerEvent('presence', (person) => conversations.receivePresence(person)),
      onServerEvent('problem', (problem) => conversations.receiveProblem(problem)),
      onConnected(catchUp),
      onPageVisible(catchUp),
    ];
  }
}

const chatStore = createStore<Chat | undefined>(() => undefined);
export const getChat = (): Chat | undefined => chatStore.getState();

let consumerCount = 0;
let unsubscribeFromSession = () => {};

function replaceChat(next: Chat | undefined): void {
  getChat()?.close();
  chatStore.setState(next, true);
}

function matchSession(client: QueryClient): void {
  const userId = getSession().userData?._id;
  if (userId !== getChat()?.userId) replaceChat(userId === undefined ? undefined : new Chat(client, userId));
}

function stop(): void {
  unsubscribeFromSession();
  replaceChat(undefined);
}

/** Starts the signed-in user's chat for all callers; returns a function that stops it after the last caller. */
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

/** Returns the signed-in user's chat and keeps it running; undefined after sign-out. */
export function useChat(): Chat | undefined {
  const client = useQueryClient();
  useEffect(() => startChat(client), [client]);
  return useStore(chatStore);
}
