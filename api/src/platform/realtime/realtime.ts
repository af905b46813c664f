import type { Message, ServerEvents } from '@solvent/contracts';

/** The user of a socket, whose session was active when the socket connected. */
export interface SocketCaller {
  userId: string;
  sessionId: string;
  ip: string;
}

/** Stores a message that a page sends; `payload` is not validated. Errors are acknowledged with null. */
export type ReceiveMessage = (caller: SocketCaller, payload: unknown) => Promise<Message>;

export interface Realtime {
  /** Emits to all tabs and devices of a user. Events may be lost: the database is authoritative. */
  toUser<Event extends keyof ServerEvents>(userId: string, event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  /** Emits to all pages that watch a problem, so public data only. Call after the commit. */
  toProblem<Event extends keyof ServerEvents>(problemId: string, event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  onMessage(receive: ReceiveMessage): void;
  /** Whether all replicas will receive the events until now. False while Redis is down: only this replica's pages have received them. */
  flush(): Promise<boolean>;
  findOnline(userIds: readonly string[]): Promise<Set<string>>;
  /** Notifies and closes the sockets of an ended session. */
  disconnectSession(sessionId: string): void;
}
