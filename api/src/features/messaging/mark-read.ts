import type { MarkReadResponse } from '@solvent/contracts';
import { and, count, eq, gt, inArray, lt, ne } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { hasBlockBetween } from '../accounts/index.ts';
import { addRead } from '../notifications/index.ts';
import { addReadPosition } from './events.ts';
import { conversations, messages, notifications, participants } from '../../schema/index.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

interface ReadRequest {
  conversationId: string;
  readerId: string;
  seq: number | undefined;
}

/** No message can be stored until the transaction ends. */
async function lockConversation(tx: Tx, { conversationId, readerId }: ReadRequest) {
  const [locked] = await tx
    .select({
      id: conversations.id,
      firstId: conversations.firstId,
      secondId: conversations.secondId,
      lastSeq: conversations.lastSeq,
      isBlocked: hasBlockBetween(conversations.firstId, conversations.secondId),
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('share');
  if (locked === undefined || (locked.firstId !== readerId && locked.secondId !== readerId)) throw notFound('This conversation');
  return locked;
}

const isReader = ({ readerId }: ReadRequest, id: string) =>
  and(eq(participants.conversationId, id), eq(participants.userId, readerId));

async function advanceReadSeq(
  tx: Tx,
  request: ReadRequest,
  id: string,
  seq: number,
): Promise<{ readSeq: number; moved: boolean }> {
  const moved = await tx
    .update(participants)
    .set({ readSeq: seq })
    .where(and(isReader(request, id), lt(participants.readSeq, seq)))
    .returning({ readSeq: participants.readSeq });
  if (moved.length > 0) return { readSeq: seq, moved: true };
  const [participant] = await tx.select({ readSeq: participants.readSeq }).from(participants).where(isReader(request, id));
  return { readSeq: participant?.readSeq ?? 0, moved: false };
}

async function countUnread(tx: Tx, { readerId }: ReadRequest, id: string, readSeq: number): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(messages)
    .where(and(eq(messages.conversationId, id), gt(messages.seq, readSeq), ne(messages.senderId, readerId)));
  return found?.count ?? 0;
}

async function markNotificationsRead(tx: Tx, events: Events, { readerId }: ReadRequest, id: string): Promise<void> {
  const unread = and(
    eq(notifications.userId, readerId),
    eq(notifications.conversationId, id),
    eq(notifications.read, false),
    inArray(notifications.type, ['new_message', 'message_received']),
  );
  const read = await tx.update(notifications).set({ read: true }).where(unread).returning({ id: notifications.id });
  await addRead(tx, events, readerId, read);
}

async function readIn(tx: Tx, events: Events, request: ReadRequest): Promise<MarkReadResponse> {
  const { id, firstId, secondId, lastSeq, isBlocked } = await lockConversation(tx, request);
  const { readSeq, moved } = await advanceReadSeq(tx, request, id, Math.min(request.seq ?? lastSeq, lastSeq));
  const unreadCount = await countUnread(tx, request, id, readSeq);
  const people = isBlocked ? [request.readerId] : [firstId, secondId];
  if (moved) addReadPosition(events, { conversationId: id, userId: request.readerId, seq: readSeq }, people);
  if (unreadCount === 0) await markNotificationsRead(tx, events, request, id);
  return { readSeq, unreadCount };
}

/**
 * Advances the reader's position, by default to the latest message. Both participants see it, or only the reader during a block. The
 * conversation's notification is read once nothing is unread.
 */
export const markConversationRead = ({ transact }: Deps, request: ReadRequest): Promise<MarkReadResponse> =>
  transact((tx, events) => readIn(tx, events, request));
