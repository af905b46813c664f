export interface NewMessage {
  /** Made by the sender, such as by `crypto.randomUUID()`. */
  id: string;
  author: string;
  text: string;
}

export interface Message extends NewMessage {
  /** From 1 in each conversation, without gaps. */
  seq: number;
  sentAt: number;
}

export interface Log {
  send(conversation: string, message: NewMessage): Message;
  after(conversation: string, seq: number, limit?: number): Message[];
  markRead(conversation: string, person: string, seq: number): void;
  unread(conversation: string, person: string): number;
}

export function createLog(options?: { onMessage?: (conversation: string, message: Message) => void }): Log;

export interface Outbox {
  send(message: NewMessage): Promise<void>;
  waiting(): NewMessage[];
  flush(): Promise<void>;
}

export function createOutbox(options: {
  deliver: (message: NewMessage) => Promise<unknown>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  key?: string;
  firstWait?: number;
  longestWait?: number;
  sleep?: (ms: number) => Promise<void>;
}): Outbox;

export interface Timeline {
  messages(): Message[];
  catchUp(): Promise<void>;
  take(message: Message): Promise<void>;
}

export function createTimeline(options: {
  fetchAfter: (seq: number) => Promise<Message[]>;
  onChange?: (messages: Message[]) => void;
}): Timeline;
