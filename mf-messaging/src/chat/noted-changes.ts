import type { Conversation } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { conversationListsKey, singleConversationsKey } from './chat-keys.ts';

/** What an event does to each conversation: doing it once more, or over an answer that has it already, does no harm. */
export type Change = (conversation: Conversation) => Conversation;

/** What happened while answers are under way, in order. */
const noted: Change[] = [];

const isAsking = (client: QueryClient, userId: string) =>
  client.isFetching({ queryKey: conversationListsKey(userId) }) +
    client.isFetching({ queryKey: singleConversationsKey(userId) }) >
  0;

/** Keeps a change for answers that are under way: they may be older than it. */
export function noteChange(client: QueryClient, userId: string, change: Change): void {
  if (!isAsking(client, userId)) noted.length = 0;
  else noted.push(change);
}

/** A point in what was noted. */
export const nowNoted = (): number => noted.length;

/** What was noted since that point, as one change. */
export function changesSince(point: number): Change | undefined {
  const changes = noted.slice(point);
  return changes.length === 0 ? undefined : (conversation) => changes.reduce((changed, change) => change(changed), conversation);
}
