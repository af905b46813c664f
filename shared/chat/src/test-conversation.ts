import type { Message } from '@solvent/contracts';
import type { FetchAfter, LogStore } from './conversation-sync.ts';
import type { MessageLog } from './message-log.ts';

/** Place `seq` of a conversation. */
export const messageAt = (seq: number, overrides: Partial<Message> = {}): Message => ({
  _id: `message-${seq}`,
  conversationId: 'c-1',
  seq,
  clientId: `client-${seq}`,
  sender: { _id: 'diego', name: 'Diego Fuentes', image: null },
  content: `Message ${seq}`,
  files: [],
  createdAt: '2026-03-01T09:00:00.000Z',
  readBy: [],
  ...overrides,
});

/** Places from `first` to `last`. */
export const messagesFrom = (first: number, last: number): Message[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => messageAt(first + index));

/** A conversation as the server has it. */
export class TestConversation {
  /** What was asked for: each `after`. */
  readonly asked: number[] = [];
  readonly messages: Message[];
  /** What stands between a request and its answer; it may throw. */
  before: () => void | Promise<void> = () => undefined;

  constructor(length = 0) {
    this.messages = messagesFrom(1, length);
  }

  get lastSeq(): number {
    return this.messages.length;
  }

  /** One more message. */
  say(): Message {
    const message = messageAt(this.lastSeq + 1);
    this.messages.push(message);
    return message;
  }

  /** The newest page. */
  newest(limit = 100): { messages: Message[]; lastSeq: number } {
    return { messages: this.messages.slice(-limit), lastSeq: this.lastSeq };
  }

  readonly fetchAfter: FetchAfter = async (_conversationId, after) => {
    this.asked.push(after);
    const messages = this.messages.slice(after, after + 100);
    const { lastSeq } = this;
    await this.before();
    return { messages, lastSeq, page: 1, limit: 100, totalPages: 1 };
  };
}

/** Logs in memory. */
export class MemoryLogs implements LogStore {
  readonly logs = new Map<string, MessageLog>();
  writes = 0;

  read(conversationId: string): MessageLog | undefined {
    return this.logs.get(conversationId);
  }
  write(conversationId: string, log: MessageLog): void {
    this.writes += 1;
    this.logs.set(conversationId, log);
  }
  ids(): string[] {
    return [...this.logs.keys()];
  }

  /** Places of a log, from the first to the last. */
  places(conversationId = 'c-1'): number[] {
    return (this.logs.get(conversationId)?.messages ?? []).map(({ seq }) => seq);
  }
}

/** From `first` to `last`. */
export const range = (first: number, last: number): number[] => messagesFrom(first, last).map(({ seq }) => seq);
