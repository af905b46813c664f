export { ConversationSync } from './conversation-sync.ts';
export type { FetchAfter, FetchChanged, LogStore } from './conversation-sync.ts';
export type { MessageLog } from './message-log.ts';
export type { Draft, OutboxEntry, OutboxFile } from './outbox-entries.ts';
export { Outbox } from './outbox.ts';
export { Refused, SignedOut, TryLater } from './retry.ts';
export type { Send } from './sender.ts';
