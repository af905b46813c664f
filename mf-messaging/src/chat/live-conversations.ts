import type { Conversation, Message, ServerEvents } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import type { MessageLog } from '@solvent/socket/message-log';
import { changeConversation, changeConversations, listedConversation } from './cached-conversations.ts';
import { logKey } from './chat-keys.ts';
import { readSeqOf, withMessage, withPresence, withProblem, withReadPosition } from './conversation-changes.ts';
import { refreshConversations } from './refresh-conversations.ts';

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];

/** A message came, from whomever. What is not in the list, or not next to what is known, is asked for. */
export function receiveMessage(client: QueryClient, userId: string, message: Message): void {
  const known = listedConversation(client, userId, message.conversationId);
  changeConversation(client, userId, message.conversationId, (one) => withMessage(one, message, userId));
  if (!known || message.seq > known.lastSeq + 1) refreshConversations(client, userId);
}

/** Messages of the other one after `seq`; undefined where the log does not reach back that far. */
function unreadAfter(client: QueryClient, userId: string, { _id, lastSeq }: Conversation, seq: number): number | undefined {
  if (seq >= lastSeq) return 0;
  const log = client.getQueryData<MessageLog>(logKey(userId, _id));
  const first = log?.messages[0];
  if (!log || !first || first.seq > seq + 1 || (log.messages.at(-1)?.seq ?? 0) < lastSeq) return undefined;
  return log.messages.filter((message) => message.seq > seq && message.sender._id !== userId).length;
}

/** Somebody has read a conversation; where it is oneself, here or in another tab, what is unread of it is counted anew. */
export function receiveRead(client: QueryClient, userId: string, position: Payload<'read'>): void {
  let isCounted = true;
  changeConversation(client, userId, position.conversationId, (conversation) => {
    const read = withReadPosition(conversation, position.userId, position.seq);
    if (position.userId !== userId) return read;
    // A position that comes late is behind the one that is known.
    const seq = readSeqOf(read, userId);
    const unreadCount = unreadAfter(client, userId, read, seq);
    isCounted &&= unreadCount !== undefined;
    return { ...read, unreadCount: unreadCount ?? Math.min(read.unreadCount, read.lastSeq - seq) };
  });
  if (!isCounted) refreshConversations(client, userId);
}

/** Somebody whom one talks to came or went. */
export const receivePresence = (client: QueryClient, userId: string, person: Payload<'presence'>): void =>
  changeConversations(client, userId, (conversation) =>
    conversation.participants.some(({ _id }) => _id === person.userId)
      ? withPresence(conversation, person.userId, person.online)
      : conversation,
  );

/** A problem has another state or title. */
export const receiveProblem = (client: QueryClient, userId: string, problem: Payload<'problem'>): void =>
  changeConversations(client, userId, (conversation) => withProblem(conversation, problem));
