import type { NotificationType } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { runPrepared } from '../../../platform/db/prepared.ts';
import type { MessageRow } from '../schema.ts';
import type { FileRow } from '../../files/schema/files.ts';
import type { UserRow } from '../../accounts/schema/users.ts';
import { tellingOf } from '../preview.ts';
import type { WrittenMessage } from '../read-messages.ts';
import { messageStored } from '../message-events.ts';
import { ACTOR } from '../../notifications/actor.ts';
import { messagesTitle, MORE_MESSAGES } from '../../notifications/messages-title.ts';
import type { ToldNotification } from '../../notifications/presenter.ts';
import { pushed } from '../../notifications/notify.ts';
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

/** A message that was just stored, whom it is for, and the rows of the outbox that tell of it. */
export interface StoredMessage extends WrittenMessage {
  otherId: string;
  problemId: string | null;
  notification: ToldNotification['notification'];
  eventId: string;
  pushId: string;
}

/**
 * A message with all that belongs to it, or nothing of it, in one statement. The place in its conversation comes first: whoever
 * sends at the same time waits for that row, so that messages are stored in one order; the clock is read with the row held. A
 * conversation has one unread notification, which a further message adds to. A `clientId` that is there already fails it.
 */
const STORE = {
  name: 'store-message',
  text: `
WITH place AS (
  UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp()
  WHERE id = $1::uuid AND $2::uuid IN (first_id, second_id) AND NOT ended
  RETURNING id, problem_id, last_seq, updated_at, CASE first_id WHEN $2::uuid THEN second_id ELSE first_id END AS other_id
), message AS (
  INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
  SELECT $3::uuid, id, last_seq, $2::uuid, $4::uuid, $5::text, updated_at FROM place
), received AS (
  SELECT received.*, updated_at FROM place, jsonb_to_recordset($6::jsonb) AS received (
    id uuid, "position" integer, name text, "mimeType" text, size integer, sha256 text, "storageKey" text, width integer, height integer
  )
), file AS (
  INSERT INTO files (id, owner_id, name, mime_type, size, sha256, storage_key, width, height, purpose, visibility, created_at)
  SELECT id, $2::uuid, name, "mimeType", size, sha256, "storageKey", width, height, 'message', 'private', updated_at FROM received
), attached AS (
  INSERT INTO message_files (message_id, file_id, "position") SELECT $3::uuid, id, "position" FROM received
), told AS (
  INSERT INTO notifications (id, user_id, actor_id, type, title, message, problem_id, conversation_id, created_at)
  SELECT $7::uuid, other_id, $2::uuid, 'new_message', $8::text, $9::text, problem_id, id, updated_at FROM place
  ON CONFLICT (user_id, conversation_id) WHERE NOT read AND type = 'new_message' DO UPDATE SET
    count = notifications.count + 1,
    title = (notifications.count + 1)::text || $10::text,
    message = excluded.message,
    created_at = excluded.created_at
  RETURNING id, title, message, created_at
), event AS (
  INSERT INTO outbox (id, topic, payload, due_at)
  SELECT $11::uuid, '${messageStored.name}', jsonb_build_object('messageId', $3::uuid), clock_timestamp() + interval '${messageStored.lease} ms'
  FROM place
), push AS (
  INSERT INTO outbox (id, topic, payload, due_at)
  SELECT $12::uuid, '${pushed.name}', jsonb_build_object('id', told.id), clock_timestamp() + interval '${pushed.lease} ms'
  FROM told WHERE $13::boolean
)
SELECT place.id AS conversation_id, place.problem_id, last_seq, updated_at, other_id,
  told.id AS told_id, told.title, told.message
FROM place, told`,
};

interface Row {
  conversation_id: string;
  problem_id: string | null;
  last_seq: number;
  updated_at: Date;
  other_id: string;
  told_id: string;
  title: string;
  message: string;
}

/**
 * Stores a message with its place, its files, the other one's notification and its events: all, or none of them (api "Delivery
 * promise").
 * @param pushes whether devices are told, too
 * @returns undefined where there is no such conversation of the sender's, or the other one's account is gone
 * @throws DrizzleQueryError also where the `clientId` is there already (`isSentBefore`)
 */
export async function storeMessage(db: Db, sent: NewMessage, pushes: boolean): Promise<StoredMessage | undefined> {
  const { sender, content, clientId } = sent;
  const received = sent.files.map((file, position) => ({ id: newId(), ...file, position }));
  const [id, toldId, eventId, pushId] = [newId(), newId(), newId(), newId()];
  // What stands for the name is not for people to write.
  const text = tellingOf(content, received.length).replaceAll(ACTOR, ' ');
  const [row] = await runPrepared<Row>(db, STORE, [
    sent.conversationId,
    sender.id,
    id,
    clientId,
    content,
    JSON.stringify(received),
    toldId,
    messagesTitle(1),
    text,
    MORE_MESSAGES,
    eventId,
    pushId,
    pushes,
  ]);
  return row && storedOf(sent, row, { id, received, eventId, pushId });
}

type Ids = { id: string; received: (ReceivedMessageFile & { id: string })[] } & Pick<StoredMessage, 'eventId' | 'pushId'>;

function storedOf({ sender, content, clientId }: NewMessage, row: Row, { id, received, ...events }: Ids): StoredMessage {
  const { conversation_id: conversationId, problem_id: problemId, last_seq: seq, updated_at: createdAt, other_id: otherId } = row;
  const message: MessageRow = {
    id,
    conversationId,
    seq,
    senderId: sender.id,
    clientId: clientId.toLowerCase(),
    content,
    createdAt,
  };
  const about = { ownerId: sender.id, purpose: 'message', visibility: 'private', createdAt } as const;
  const files = received.map((file): FileRow => ({ ...file, ...about }));
  const type: NotificationType = 'new_message';
  const told = { type, title: row.title, message: row.message, read: false, createdAt, problemId, conversationId };
  return { message, files, otherId, problemId, notification: { id: row.told_id, ...told }, ...events };
}
