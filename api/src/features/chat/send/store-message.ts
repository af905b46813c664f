import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { conversations, messageFiles } from '../../../platform/db/schema/chat.ts';
import type { MessageRow } from '../../../platform/db/schema/chat.ts';
import { files } from '../../../platform/db/schema/files.ts';
import type { FileRow } from '../../../platform/db/schema/files.ts';
import type { UserRow } from '../../../platform/db/schema/users.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { tellingOf } from '../../../platform/conversations/preview.ts';
import type { WrittenMessage } from '../../../platform/conversations/read-messages.ts';
import { notifyMessage } from '../../../platform/notifications/notify-message.ts';
import type { Announce } from '../../../platform/notifications/notify.ts';
import type { ReceivedMessageFile } from '../receive/types.ts';

/** A message as its sender wants it stored. */
export interface NewMessage {
  sender: UserRow;
  conversationId: string;
  /** The sender's own id for it: the same one is stored once. */
  clientId: string;
  content: string;
  files: ReceivedMessageFile[];
}

/** A message that was just stored, and whom it is for. */
export interface StoredMessage extends WrittenMessage {
  otherId: string;
  problemId: string | null;
  /** The notification, to be announced after the commit. */
  announce: Announce;
}

/** Where a message goes: its conversation's next place, which nobody else takes until the transaction ends. */
interface Place {
  conversationId: string;
  seq: number;
  otherId: string;
  problemId: string | null;
  at: Date;
}

/** Why nothing was stored: the same id is there already, or the other one's account is gone. It takes the place back. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
}

/** Counts first: whoever comes at the same time waits here, and so messages are stored in one order. */
async function takePlace(tx: Tx, { sender, conversationId }: NewMessage): Promise<Place> {
  const own = or(eq(conversations.firstId, sender.id), eq(conversations.secondId, sender.id));
  const [place] = await tx
    .update(conversations)
    // The clock is read with the lock held: the order of time is that of the places.
    .set({ lastSeq: sql`${conversations.lastSeq} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(conversations.id, conversationId), own))
    .returning();
  if (place === undefined) throw notFound('This conversation');
  const { id, lastSeq: seq, firstId, secondId, problemId, updatedAt } = place;
  return { conversationId: id, seq, problemId, otherId: firstId === sender.id ? secondId : firstId, at: updatedAt };
}

/** Message and note that nobody has heard of it, in one go: what is stored is said, also if this server ends before. */
async function insertMessage(tx: Tx, { sender, clientId, content }: NewMessage, place: Place): Promise<MessageRow> {
  const { conversationId, seq, otherId, at } = place;
  const message = {
    id: newId(),
    conversationId,
    seq,
    senderId: sender.id,
    clientId: clientId.toLowerCase(),
    content,
    createdAt: at,
  };
  const stored = await tx.execute(sql`
    WITH message AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
      SELECT ${message.id}::uuid, ${conversationId}::uuid, ${seq}::int, ${sender.id}::uuid, ${clientId}::uuid, ${content},
        ${at.toISOString()}::timestamptz
      FROM users WHERE id = ${otherId} AND deleted_at IS NULL
      ON CONFLICT (conversation_id, sender_id, client_id) DO NOTHING
      RETURNING id
    )
    INSERT INTO unsaid_messages (message_id, created_at) SELECT id, clock_timestamp() FROM message RETURNING message_id`);
  if (stored.rows.length === 0) throw new NotStored();
  return message;
}

/** The bytes are there already: a row never names what is not. */
async function insertFiles(tx: Tx, message: MessageRow, received: ReceivedMessageFile[]): Promise<FileRow[]> {
  if (received.length === 0) return [];
  const rows = received.map((file) => ({
    id: newId(),
    ownerId: message.senderId,
    ...file,
    purpose: 'message' as const,
    visibility: 'private' as const,
    createdAt: message.createdAt,
  }));
  await tx.insert(files).values(rows);
  await tx.insert(messageFiles).values(rows.map(({ id }, position) => ({ messageId: message.id, fileId: id, position })));
  return rows;
}

/**
 * Stores a message with its place, its files, the other one's notification and the note that nobody has heard of it: all, or
 * none of them (api "Delivery promise").
 * @throws AppError `not_found` where the sender is none of the two; {@link NotStored} where it must be asked why
 */
export async function storeMessage(tx: Tx, { realtime }: Deps, sent: NewMessage): Promise<StoredMessage> {
  const place = await takePlace(tx, sent);
  const message = await insertMessage(tx, sent, place);
  const stored = await insertFiles(tx, message, sent.files);
  const { otherId, problemId, conversationId, at } = place;
  const text = tellingOf(sent.content, stored.length);
  const announce = await notifyMessage(tx, realtime, {
    userId: otherId,
    sender: sent.sender,
    conversationId,
    problemId,
    text,
    at,
  });
  return { message, files: stored, otherId, problemId, announce };
}
