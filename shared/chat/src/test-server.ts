import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from './outbox-entries.ts';
import type { Send } from './sender.ts';

/** What Ada has just written, with its id as its words. */
export const buildEntry = (clientId: string, conversationId = 'c-1'): OutboxEntry => ({
  clientId,
  conversationId,
  content: clientId,
  userId: 'ada',
  files: [],
  createdAt: '2026-03-01T09:00:00.000Z',
  state: 'sending',
  attempts: 0,
  failure: null,
});

/** The message that a server makes of an entry. */
export const buildStoredMessage = (
  { clientId, conversationId, content, userId, createdAt }: OutboxEntry,
  seq: number,
): Message => ({
  _id: `message-of-${clientId}`,
  conversationId,
  seq,
  clientId,
  sender: { _id: userId, name: 'Ada Park', image: null },
  content,
  files: [],
  createdAt,
  readBy: [],
  replyTo: null,
  reactions: [],
  editedAt: null,
  revision: 0,
});

/** A server that stores each message once, as the product's does, and can be made to fail. */
export class TestServer {
  readonly stored: Message[] = [];
  /** Every try, in order. */
  readonly attempts: OutboxEntry[] = [];
  /** What stands between a try and its answer; it may throw. By default nothing does. */
  beforeStore: (entry: OutboxEntry, signal: AbortSignal) => void | Promise<void> = () => undefined;
  /** What happens between storing and the answer. */
  beforeResponse: (entry: OutboxEntry) => void | Promise<void> = () => undefined;
  /** How many tries are under way now for a conversation, and were at most. */
  readonly #activeSends = new Map<string, number>();
  maxConcurrentSends = 0;

  /** The contents of a conversation's messages, in order. */
  getContents(conversationId?: string): string[] {
    return this.stored
      .filter((message) => (conversationId ?? message.conversationId) === message.conversationId)
      .map(({ content }) => content);
  }

  readonly send: Send = async (entry, { signal }) => {
    this.attempts.push(entry);
    this.#count(entry.conversationId, 1);
    try {
      await this.beforeStore(entry, signal);
      const message = this.#store(entry);
      await this.beforeResponse(entry);
      return message;
    } finally {
      this.#count(entry.conversationId, -1);
    }
  };

  #store(entry: OutboxEntry): Message {
    const known = this.stored.find(({ clientId }) => clientId === entry.clientId);
    if (known) return known;
    const seq = this.getContents(entry.conversationId).length + 1;
    const message = buildStoredMessage(entry, seq);
    this.stored.push(message);
    return message;
  }

  #count(conversationId: string, change: number): void {
    const now = (this.#activeSends.get(conversationId) ?? 0) + change;
    this.#activeSends.set(conversationId, now);
    this.maxConcurrentSends = Math.max(this.maxConcurrentSends, now);
  }
}
