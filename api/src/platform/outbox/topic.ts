import type { Executor } from '../db/connect.ts';

/**
 * A kind of events.
 * @typeParam Key what is stored of one: ids by which its content is read again
 * @typeParam Content what is delivered
 */
export interface Topic<Key extends object, Content> {
  readonly name: string;
  /** Its server has so long to deliver one (ms) before another does. */
  readonly leaseMs: number;
  /** For the types alone. */
  readonly types?: { key: Key; content: Content };
}

/** A server that has not delivered an event after so long (ms) has ended. */
const LEASE = 2000;

/** Makes a topic; `name` is stored, and stays. */
export const defineTopic = <Key extends object, Content = Key>(name: string, lease = LEASE): Topic<Key, Content> => ({
  name,
  leaseMs: lease,
});

/** Who delivers the events of a topic. */
export interface Subscriber<Key, Content> {
  /**
   * What there still is to say of an event that was not delivered when it happened, as it is now; undefined: nothing.
   */
  read(db: Executor, key: Key): Promise<Content | undefined>;
  /** Delivers; again does no harm. What it fails with is logged, and it is asked again. */
  deliver(content: Content): void | Promise<void>;
}
