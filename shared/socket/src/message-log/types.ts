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

/**
 * Asks for the earliest that follow `after`, at most a page. Throws `Refused` or `SignedOut` (`@solvent/socket/message-log`) where
 * asking again is of no use, `TryLater` where the server says when, and anything else for "try again".
 */
export type FetchAfter = (conversationId: string, after: number) => Promise<MessagesAnswer>;

/** What a keeper needs from where it runs. */
export interface KeeperPorts {
  store: LogStore;
  fetchAfter: FetchAfter;
  /** How long to wait (ms) after that many failed tries (from 1); the default grows from 1 s to 30 s with jitter. */
  wait?: (tries: number) => number;
}

/** Keeps logs whole: each message once, in order, whatever came twice, late or not at all (product 11.14). */
export interface LogKeeper {
  /**
   * The newest page of a conversation was loaded: writes its log, with what came by the socket since it was asked for. Where there
   * is a log, what it has stays, unless the page begins after a gap behind it.
   *
   * @returns the log as written
   */
  begin(conversationId: string, newest: Pick<MessagesAnswer, 'messages' | 'lastSeq'>): MessageLog;
  /** A message that came by the socket, or as the answer to its sending. Where some are missing before it, asks for them. */
  receive(message: Message): void;
  /**
   * Asks for what came since, in one conversation or in all that have a log: at every (re)connection. Resolves when nothing is
   * missing (or `close`). At most one request at once for each conversation; a failed one is tried again, at once when this is
   * called meanwhile. Where more than 1,000 are missing the log starts anew with the newest page.
   */
  catchUp(conversationId?: string): Promise<void>;
  /** Puts older messages before the first one; nothing happens where they do not reach up to it. */
  prepend(conversationId: string, older: readonly Message[], hasOlder: boolean): void;
  /** Somebody has read up to `seq`: it holds for messages that come later, too, and never goes back. */
  noteRead(position: { conversationId: string; userId: string; seq: number }): void;
  close(): void;
}
