import type { Message, MessagesAnswer } from '@solvent/contracts';

/** The part of a conversation that a client has: in order of `seq`, without a gap, up to the latest that it knows. */
export interface MessageLog {
  messages: readonly Message[];
  /** Whether there are messages before the first one. */
  hasOlder: boolean;
}

/** Where logs are kept (the query cache; a map in tests). */
export interface LogStore {
  /** Undefined: nobody has opened this conversation. */
  read(conversationId: string): MessageLog | undefined;
  write(conversationId: string, log: MessageLog): void;
  /** The conversations that have a log. */
  ids(): string[];
}

/** Asks for what follows `after`, at most a page. */
export type FetchAfter = (conversationId: string, after: number) => Promise<MessagesAnswer>;

/** Keeps logs whole: each message once, in order, whatever came twice, late or not at all (api "Delivery promise"). */
export interface LogKeeper {
  /** A message that came by the socket, or as the answer to its sending. Where some are missing before it, asks for them. */
  receive(message: Message): void;
  /** Asks for what came since, in one conversation or in all that have a log. Two at once are one; a failed one is tried again. */
  catchUp(conversationId?: string): Promise<void>;
  /** Puts older messages before the first one. */
  prepend(conversationId: string, older: readonly Message[], hasOlder: boolean): void;
  /** Somebody has read up to `seq`. */
  noteRead(position: { conversationId: string; userId: string; seq: number }): void;
  close(): void;
}
