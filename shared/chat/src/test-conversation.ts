import type { Message } from '@solvent/contracts';
import { ConversationSync } from './conversation-sync.ts';
import type { FetchAfter, FetchChanged, LogStore } from './conversation-sync.ts';
import type { MessageLog } from './message-log.ts';

export const buildMessage = (seq: number, overrides: Partial<Message> = {}): Message => ({
  _id: `message-${seq}`,
  conversationId: 'c-1',
  seq,
  clientId: `client-${seq}`,
  sender: { _id: 'diego', name: 'Diego Fuentes', image: null },
  content: `Message ${seq}`,
  files: [],
  createdAt: '2026-03-01T09:00:00.000Z',
  readBy: [],
  replyTo: null,
  reactions: [],
  editedAt: null,
  deletedAt: null,
  revision: 0,
  ...overrides,
});

export const buildMessages = (first: number, last: number): Message[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => buildMessage(first + index));

export class TestConversation {
  readonly requests: number[] = [];
  readonly changeRequests: number[] = [];
  revision = 0;
  readonly messages: Message[];
  beforeResponse: () => void | Promise<void> = () => undefined;

  constructor(length = 0) {
    this.messages = buildMessages(1, length);
  }

  get lastSeq(): number {
    return this.messages.length;
  }

  addMessage(): Message {
    const message = buildMessage(this.lastSeq + 1);
    this.messages.push(message);
    return message;
  }

  edit(seq: number): Message {
    this.revision += 1;
    const message = buildMessage(seq, { content: `Words ${this.revision}`, revision: this.revision });
    this.messages[seq - 1] = message;
    return message;
  }

  newestPage(limit = 100): { messages: Message[]; lastSeq: number; revision: number } {
    return { messages: this.messages.slice(-limit), lastSeq: this.lastSeq, revision: this.revision };
  }

  olderPage(beforeSeq: number): { messages: Message[]; revision: number } {
    return {
      messages: this.messages.slice(Math.max(0, beforeSeq - 101), Math.max(0, beforeSeq - 1)),
      revision: this.revision,
    };
  }

  readonly fetchAfter: FetchAfter = async (_conversationId, after) => {
    this.requests.push(after);
    const messages = this.messages.slice(after, after + 100);
    const { lastSeq, revision } = this;
    await this.beforeResponse();
    return { messages, lastSeq, revision, page: 1, limit: 100, totalPages: 1 };
  };

  readonly fetchChanged: FetchChanged = async (_conversationId, after) => {
    this.changeRequests.push(after);
    const changed = this.messages
      .filter(({ revision }) => revision > after)
      .toSorted((one, other) => one.revision - other.revision);
    const { lastSeq, revision } = this;
    await this.beforeResponse();
    const totalPages = Math.max(1, Math.ceil(changed.length / 100));
    return { messages: changed.slice(0, 100), lastSeq, revision, page: 1, limit: 100, totalPages };
  };
}

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

  seqs(conversationId = 'c-1'): number[] {
    return (this.logs.get(conversationId)?.messages ?? []).map(({ seq }) => seq);
  }
}

export const createSync = (store: LogStore, { fetchAfter, fetchChanged }: TestConversation): ConversationSync =>
  new ConversationSync({ store, fetchAfter, fetchChanged });

export const range = (first: number, last: number): number[] => buildMessages(first, last).map(({ seq }) => seq);
