export { Refused, SignedOut, TryLater } from '../retry/failures.ts';
export { createOutbox } from './outbox.ts';
export type { Draft, Outbox, OutboxEntry, OutboxFile, OutboxPorts, Send, SendFailure } from './types.ts';
