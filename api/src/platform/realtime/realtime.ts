import type { Message, ServerEvents } from '@solvent/contracts';

/** Whose page says something: its session was alive when its socket was let in. */
export interface SocketCaller {
  userId: string;
  sessionId: string;
  ip: string;
}

/** Stores the message that a page sends, whatever it is. What it throws is acknowledged with null. */
export type TakeMessage = (caller: SocketCaller, said: unknown) => Promise<Message>;

/** Says things to people's open pages: the port. The server alone decides who hears what. */
export interface Realtime {
  /** To every tab and device of one person. What nobody hears is lost: the database is the truth. */
  toUser<Event extends keyof ServerEvents>(userId: string, event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  /** To every page that looks at a problem, whoever's it is: say nothing that not all may know. After the commit. */
  toProblem<Event extends keyof ServerEvents>(problemId: string, event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  /** Says who takes the messages that pages send over their sockets. */
  onMessage(take: TakeMessage): void;
  /**
   * Whether all that was said until now has gone out to every replica. False: Redis is away. The pages of this replica have
   * heard it then, those of the others will once Redis is back, if this replica lives so long.
   */
  flush(): Promise<boolean>;
  /** Which of these people have a page open somewhere. */
  findOnline(userIds: readonly string[]): Promise<Set<string>>;
  /** Tells the sockets of an ended session so, and closes them. */
  disconnectSession(sessionId: string): void;
}
