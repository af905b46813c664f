import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from './outbox-entries.ts';
import type { Send } from './sender.ts';

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
  deletedAt: null,
  revision: 0,
});

export class TestServer {
  readonly stored: Message[] = [];
  readonly attempts: OutboxEntry[] = [];
  beforeStore: (entry: OutboxEntry, signal: AbortSignal) => void | Promise<void> = () => undefined;
  beforeResponse: (entry: OutboxEntry) => void | Promise<void> = () => undefined;
  readonly #activeSends = new Map<string, number>();
  maxConcurrentSends = 0;

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
