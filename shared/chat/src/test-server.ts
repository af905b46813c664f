import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from './outbox-entries.ts';
import type { Send } from './sender.ts';

/** What Ada has just written, with its id as its words. */
export const getOutboxEntry = (clientId: string, conversationId = 'c-1'): OutboxEntry => ({
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
export const storedAs = ({ clientId, conversationId, content, userId, createdAt }: OutboxEntry, seq: number): Message => ({
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
  readonly tries: OutboxEntry[] = [];
  /** What stands between a try and its answer; it may throw. By default nothing does. */
  before: (entry: OutboxEntry, signal: AbortSignal) => void | Promise<void> = () => undefined;
  /** What happens between storing and the answer. */
  after: (entry: OutboxEntry) => void | Promise<void> = () => undefined;
  /** How many tries are under way now for a conversation, and were at most. */
  readonly #underWay = new Map<string, number>();
  mostAtOnce = 0;

  /** The contents of a conversation's messages, in order. */
  contents(conversationId?: string): string[] {
    return this.stored
      .filter((message) => (conversationId ?? message.conversationId) === message.conversationId)
      .map(({ content }) => content);
  }

  readonly send: Send = async (entry, { signal }) => {
    this.tries.push(entry);
    this.#count(entry.conversationId, 1);
    try {
      await this.before(entry, signal);
      const message = this.#store(entry);
      await this.after(entry);
      return message;
    } finally {
      this.#count(entry.conversationId, -1);
    }
  };

  #store(entry: OutboxEntry): Message {
    const known = this.stored.find(({ clientId }) => clientId === entry.clientId);
    if (known) return known;
    const seq = this.contents(entry.conversationId).length + 1;
    const message = storedAs(entry, seq);
    this.stored.push(message);
    return message;
  }

  #count(conversationId: string, change: number): void {
    const now = (this.#underWay.get(conversationId) ?? 0) + change;
    this.#underWay.set(conversationId, now);
    this.mostAtOnce = Math.max(this.mostAtOnce, now);
  }
}
