import type { MarkReadResponse } from '@solvent/contracts';
import { and, count, eq, gt, inArray, lt, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { hasBlockBetween } from '../accounts/service.ts';
import { addReadPosition } from './events.ts';
import { conversations, messages, participants } from './schema.ts';
import { notifications } from '../notifications/schema.ts';
import { addRead } from '../notifications/service.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** Who reads what, and up to where; absent: up to the latest message. */
interface ReadRequest {
  conversationId: string;
  readerId: string;
  seq: number | undefined;
}

/** A conversation in which nobody writes until the transaction ends: what is read is what is there. */
async function lockConversation(tx: Tx, { conversationId, readerId }: ReadRequest) {
  const [locked] = await tx
    .select({
      id: conversations.id,
      firstId: conversations.firstId,
      secondId: conversations.secondId,
      lastSeq: conversations.lastSeq,
      isApart: hasBlockBetween(conversations.firstId, conversations.secondId),
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('share');
  if (locked === undefined || (locked.firstId !== readerId && locked.secondId !== readerId)) throw notFound('This conversation');
  return locked;
}

const isReader = ({ readerId }: ReadRequest, id: string) =>
  and(eq(participants.conversationId, id), eq(participants.userId, readerId));

/** Moves the reader's place forward, never back; @returns where it is now, and whether it moved. */
async function advanceReadSeq(tx: Tx, request: ReadRequest, id: string, seq: number): Promise<{ readSeq: number; moved: boolean }> {
  const moved = await tx
    .update(participants)
    .set({ readSeq: seq })
    .where(and(isReader(request, id), lt(participants.readSeq, seq)))
    .returning({ readSeq: participants.readSeq });
  if (moved.length > 0) return { readSeq: seq, moved: true };
  const [place] = await tx.select({ readSeq: participants.readSeq }).from(participants).where(isReader(request, id));
  return { readSeq: place?.readSeq ?? 0, moved: false };
}

async function countUnread(tx: Tx, { readerId }: ReadRequest, id: string, readSeq: number): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(messages)
    .where(and(eq(messages.conversationId, id), gt(messages.seq, readSeq), ne(messages.senderId, readerId)));
  return found?.count ?? 0;
}

/** Whoever has read all of it needs to be told of none of it. */
async function markNotificationsRead(tx: Tx, events: Events, { readerId }: ReadRequest, id: string): Promise<void> {
  const told = and(
    eq(notifications.userId, readerId),
    eq(notifications.conversationId, id),
    eq(notifications.read, false),
    inArray(notifications.type, ['new_message', 'message_received']),
  );
  const read = await tx.update(notifications).set({ read: true }).where(told).returning({ id: notifications.id });
  await addRead(
    tx,
    events,
    readerId,
    read.map((row) => row.id),
  );
}

async function readIn(tx: Tx, events: Events, request: ReadRequest): Promise<MarkReadResponse> {
  const { id, firstId, secondId, lastSeq, isApart } = await lockConversation(tx, request);
  const { readSeq, moved } = await advanceReadSeq(tx, request, id, Math.min(request.seq ?? lastSeq, lastSeq));
  const unreadCount = await countUnread(tx, request, id, readSeq);
  const people = isApart ? [request.readerId] : [firstId, secondId];
  if (moved) addReadPosition(events, { conversationId: id, userId: request.readerId, seq: readSeq }, people);
  if (unreadCount === 0) await markNotificationsRead(tx, events, request, id);
  return { readSeq, unreadCount };
}

/**
 * Moves how far somebody has read: never back, and never past the latest message. It is published to both, or only to the reader while a
 * block separates them; where nothing is left unread, the notification of the conversation is read too.
 * @throws AppError `not_found` for a conversation of others
 */
export const markConversationRead = ({ transact }: Deps, request: ReadRequest): Promise<MarkReadResponse> =>
  transact((tx, events) => readIn(tx, events, request));
