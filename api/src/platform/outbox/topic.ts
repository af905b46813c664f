import type { Executor } from '../db/connect.ts';

/** @typeParam Key ids, which are stored */
export interface Topic<Key extends object, Content> {
  readonly name: string;
  /** An event that its server has not delivered by then is delivered by another one. */
  readonly leaseMs: number;
  /** Never set; carries the types. */
  readonly types?: { key: Key; content: Content };
}

const DEFAULT_LEASE_MS = 2000;

/** @param name is stored, so it must not change */
export const defineTopic = <Key extends object, Content = Key>(
  name: string,
  leaseMs = DEFAULT_LEASE_MS,
): Topic<Key, Content> => ({
  name,
  leaseMs,
});

export interface Subscriber<Key, Content> {
  /** Reads the current content of an overdue event; undefined if there is nothing to deliver any more. */
  read(db: Executor, key: Key): Promise<Content | undefined>;
  /** Must be idempotent. Failures are logged and retried. */
  deliver(content: Content): void | Promise<void>;
}
