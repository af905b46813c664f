import type { IsoTime, Message } from '@solvent/contracts';
import type { Lock } from './lock.ts';

/** A file that waits to be sent. */
export interface OutboxFile {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  content: Blob;
}

/** What somebody writes. */
export interface Draft {
  conversationId: string;
  content: string;
  files: OutboxFile[];
}

/** Why a message cannot be sent as it is: the server's word and sentence. */
export interface SendFailure {
  code: string;
  message: string;
}

/**
 * A message that the server has not acknowledged yet. `sending`: it goes out, or waits for those before it or for the
 * connection (`attempts` above 0: it was tried and will be again). `failed`: the server will not have it, and what was
 * written after it in the same conversation waits until the person decides.
 */
export interface OutboxEntry extends Draft {
  /** The message's `clientId`: a UUIDv7, so that entries sort by when they were written. */
  clientId: string;
  userId: string;
  createdAt: IsoTime;
  state: 'sending' | 'failed';
  attempts: number;
  failure: SendFailure | null;
}

/**
 * Sends one entry: the message as stored, whether now or by an earlier try. Throws `Refused` where the server will not have it
 * as it is, `SignedOut` where the session is over, `TryLater` where the server says when, and anything else for "try again".
 * `onProgress` takes the part of the bytes that are sent (0 to 1); a try without any for a minute is given up.
 */
export type Send = (entry: OutboxEntry, options: { onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<Message>;

/** What an outbox needs from where it runs. */
export interface OutboxPorts {
  userId: string;
  send: Send;
  /** Hears of each message that was stored, once for each tab. */
  onSent: (message: Message) => void;
  /** Runs the task while no other tab of this browser does; the default is Web Locks where they exist. */
  lock?: Lock;
  /** Waits between tries (ms); the default grows from 1 s to 30 s with jitter. */
  wait?: (attempts: number) => number;
}

/** The messages of one person that wait to be sent: kept in the browser's database, shared by its tabs. */
export interface Outbox {
  /** Whether all that waits survives the end of this page; false: the browser's database cannot be used, or is full. */
  readonly persistent: boolean;
  /** Takes a message: it is in {@link Outbox.entries} at once, and in the database as soon as that can be. */
  add(draft: Draft): OutboxEntry;
  /** The entries of a conversation, oldest first; the same array until something changes. */
  entries(conversationId: string): readonly OutboxEntry[];
  /** Part of an entry's bytes that are sent (0 to 1), while it is on its way. */
  progress(clientId: string): number | undefined;
  /** A failed one goes out again, with those that wait behind it. */
  retry(clientId: string): void;
  /** Takes one out that is not wanted any more; one under way is stopped (and may have been stored). */
  remove(clientId: string): void;
  /**
   * The server says on another way that it has a message, e.g. by the socket before the answer: where it is one of these, it is
   * done. Any message may be given.
   */
  acknowledge(message: Message): void;
  /** Tries at once what waits for its time, in whichever tab sends: the connection is back. A server's Retry-After is kept. */
  wake(): void;
  /** Calls `listener` at each change; gives a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Ends it in this tab; what waits is sent by the next one. */
  close(): void;
}
