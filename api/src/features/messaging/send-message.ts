import type { Message, NotificationType, SendMessageBody } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { DrizzleQueryError, and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { hasBlockBetweenSql, assertNotBlocked } from '../accounts/service.ts';
import type { FileRow } from '../files/schema.ts';
import { messageStored } from './events.ts';
import { presentMessage } from './presenter.ts';
import type { LinkTo } from './presenter.ts';
import { readMessages, readOwnConversation, readWithParticipants } from './queries.ts';
import type { ParticipantRow, QuotedRow, WrittenMessage } from './queries.ts';
import type { ReceivedFile } from '../files/service.ts';
import { messages } from './schema.ts';
import type { MessageRow } from './schema.ts';
import {
  MORE_MESSAGES,
  UPSERT_NOTIFICATION,
  messagesTitle,
  stripPlaceholder,
  presentNotification,
  pushed,
  buildGroupKey,
} from '../notifications/service.ts';
import type { NotificationWithActor } from '../notifications/service.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { runPrepared } from '../../platform/db/prepared.ts';
import { AppError, notFound, unauthenticated } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { currentTraceparent } from '../../platform/tracing/tracing.ts';

/** A message as its sender wants it stored. */
interface NewMessage extends SendMessageBody {
  sender: { userId: string; sessionId: string };
  files: ReceivedFile[];
}

/** A message that was just stored, whom it is for, and the rows of the outbox that tell of it. */
interface StoredMessage extends WrittenMessage {
  sender: ParticipantRow;
  /** Who wrote what it answers. */
  people: ParticipantRow[];
  otherId: string;
  problemId: string | null;
  notification: NotificationWithActor['notification'];
  eventId: string;
  pushId: string;
}

/**
 * A message with all that belongs to it, or nothing of it, in one statement. The place in its conversation comes first: whoever
 * sends at the same time waits for that row, so that messages are stored in one order; the clock is read with the row held. Whose
 * session is over stores nothing, nor who answers a message that is not of the conversation. A `clientId` that is there already fails
 * it.
 */
const STORE_MESSAGE = {
  name: 'store-message',
  text: `
WITH sender AS (
  SELECT users.id, name, image FROM sessions JOIN users ON users.id = user_id
  WHERE sessions.id = $14::uuid AND user_id = $2::uuid AND expires_at > now() AND deleted_at IS NULL
), quoted AS (
  SELECT messages.id, seq, sender_id, content, name, image, (SELECT count(*)::int FROM message_files WHERE message_id = messages.id) AS files
  FROM messages JOIN users ON users.id = sender_id
  WHERE messages.id = $15::uuid AND conversation_id = $1::uuid
), place AS (
  UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp()
  WHERE id = $1::uuid AND (SELECT id FROM sender) IN (first_id, second_id) AND NOT ended
    AND NOT ${hasBlockBetweenSql('first_id', 'second_id')}
    AND ($15::uuid IS NULL OR EXISTS (SELECT FROM quoted))
  RETURNING id, problem_id, last_seq, updated_at, CASE first_id WHEN $2::uuid THEN second_id ELSE first_id END AS other_id
), message AS (
  INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, reply_to_id, created_at)
  SELECT $3::uuid, id, last_seq, $2::uuid, $4::uuid, $5::text, $15::uuid, updated_at FROM place
), received AS (
  SELECT received.*, updated_at, place.id AS conversation_id, last_seq FROM place, jsonb_to_recordset($6::jsonb) AS received (
    id uuid, "position" integer, name text, "mimeType" text, size integer, sha256 text, "storageKey" text, width integer, height integer
  )
), file AS (
  INSERT INTO files (id, owner_id, name, mime_type, size, sha256, storage_key, width, height, purpose, visibility, created_at)
  SELECT id, $2::uuid, name, "mimeType", size, sha256, "storageKey", width, height, 'message', 'private', updated_at FROM received
), attached AS (
  INSERT INTO message_files (message_id, file_id, "position", conversation_id, seq)
  SELECT $3::uuid, id, "position", conversation_id, last_seq FROM received
), news AS (
  SELECT $7::uuid AS id, other_id AS user_id, $2::uuid AS actor_id, 'new_message' AS type, $8::text AS title, $9::text AS message, problem_id,
    id AS conversation_id, NULL::uuid AS module_id, $16::text AS shared_by, updated_at AS created_at, $10::text AS more
  FROM place
), told AS (${UPSERT_NOTIFICATION}
), event AS (
  INSERT INTO outbox (id, topic, payload, due_at, trace)
  SELECT $11::uuid, '${messageStored.name}', jsonb_build_object('messageId', $3::uuid), clock_timestamp() + interval '${messageStored.leaseMs} ms', $17::text
  FROM place
), push AS (
  INSERT INTO outbox (id, topic, payload, due_at, trace)
  SELECT $12::uuid, '${pushed.name}', jsonb_build_object('id', told.id), clock_timestamp() + interval '${pushed.leaseMs} ms', $17::text
  FROM told WHERE $13::boolean
)
SELECT place.id AS conversation_id, place.problem_id, last_seq, updated_at, other_id,
  told.id AS told_id, told.title, sender.name, sender.image, to_jsonb(quoted) AS quoted
FROM place CROSS JOIN told CROSS JOIN sender LEFT JOIN quoted ON true`,
};

interface Row {
  conversation_id: string;
  problem_id: string | null;
  last_seq: number;
  updated_at: Date;
  other_id: string;
  told_id: string;
  name: string;
  image: string | null;
  title: string;
  quoted: {
    id: string;
    seq: number;
    sender_id: string;
    content: string;
    name: string;
    image: string | null;
    files: number;
  } | null;
}

/**
 * Stores a message with its place, its files, the other one's notification and its events: all, or none of them (product
 * 11.14).
 * @param pushes whether devices are told, too
 * @returns undefined where there is no such conversation of the sender's, or the other one's account is gone
 * @throws DrizzleQueryError also where the `clientId` is there already (`isDuplicate`)
 */
async function storeMessage(db: Db, sent: NewMessage, pushes: boolean): Promise<StoredMessage | undefined> {
  const { sender, content, clientId } = sent;
  const received = sent.files.map((file, position) => ({ id: newId(), ...file, position }));
  const [id, toldId, eventId, pushId] = [newId(), newId(), newId(), newId()];
  const text = stripPlaceholder(getMessageSummary(content, received.length));
  const [row] = await runPrepared<Row>(db, STORE_MESSAGE, [
    sent.conversationId,
    sender.userId,
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
    sender.sessionId,
    sent.replyTo ?? null,
    buildGroupKey({ type: 'new_message', conversationId: sent.conversationId }),
    currentTraceparent() ?? null,
  ]);
  return row && toStoredMessage(sent, row, { id, received, text, eventId, pushId });
}

type Ids = { id: string; text: string; received: (ReceivedFile & { id: string })[] } & Pick<StoredMessage, 'eventId' | 'pushId'>;

function toStoredMessage({ sender, content, clientId }: NewMessage, row: Row, { id, received, text, ...events }: Ids): StoredMessage {
  const { conversation_id: conversationId, problem_id: problemId, last_seq: seq, updated_at: createdAt, other_id: otherId } = row;
  const message: MessageRow = {
    id,
    conversationId,
    seq,
    senderId: sender.userId,
    clientId: clientId.toLowerCase(),
    content,
    replyToId: row.quoted?.id ?? null,
    createdAt,
    editedAt: null,
    revision: 0,
  };
  const owned = { ownerId: sender.userId, purpose: 'message', visibility: 'private', createdAt } as const;
  const files = received.map((file): FileRow => ({ ...file, ...owned }));
  const type: NotificationType = 'new_message';
  const about = { actorId: sender.userId, problemId, conversationId, moduleId: null };
  const told = { type, title: row.title, message: text, read: false, createdAt, ...about };
  // Nobody has read it yet.
  const from = { id: sender.userId, name: row.name, image: row.image, deletedAt: null, readSeq: 0 };
  const people = [from, ...quotedPeople(row)];
  const notification = { id: row.told_id, ...told };
  return {
    message,
    sender: from,
    people,
    files,
    reactions: [],
    quoted: toQuoted(row),
    otherId,
    problemId,
    notification,
    ...events,
  };
}

function toQuoted({ quoted }: Row): QuotedRow | null {
  if (quoted === null) return null;
  const { id, seq, sender_id: senderId, content, files: fileCount } = quoted;
  return { id, seq, senderId, content, fileCount };
}

const quotedPeople = ({ quoted }: Row): ParticipantRow[] =>
  quoted ? [{ id: quoted.sender_id, name: quoted.name, image: quoted.image, deletedAt: null, readSeq: 0 }] : [];

const OTHER_MESSAGE = 'Another message was sent with the same clientId.';
export const ACCOUNT_DELETED = 'This account was deleted: nothing can be sent to it any more.';

const filesKey = (files: readonly { name: string; sha256: string }[]) =>
  JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]));

async function findRejection(db: Db, { conversationId, sender: { userId } }: NewMessage): Promise<AppError> {
  const found = await readOwnConversation(db, conversationId, userId);
  const other = found?.participants.find(({ id }) => id !== userId);
  if (found === undefined || other === undefined) return notFound('This conversation');
  if (found.conversation.ended) return new AppError('conflict', ACCOUNT_DELETED);
  await assertNotBlocked(db, userId, other.id, 'write');
  return notFound('The message that this one answers');
}

/**
 * The message that the same `clientId` stored before: the first result, for whoever sends it again.
 * @throws AppError `conflict` if it said something else; where there is none, `not_found` for a conversation of others, `forbidden`
 *   where one of the two has blocked the other, or `conflict` because the other one's account is gone
 */
async function readFirst(db: Db, sent: NewMessage): Promise<WrittenMessage> {
  const { conversationId, sender, clientId, content, files, replyTo } = sent;
  const same = and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, sender.userId),
    eq(messages.clientId, clientId),
  );
  const [first] = await readMessages(db, same);
  if (first === undefined) throw await findRejection(db, sent);
  // What was changed since was sent with the words that it had then.
  const isSame = first.message.content === content || first.message.editedAt !== null;
  if (!isSame || filesKey(first.files) !== filesKey(files) || first.message.replyToId !== (replyTo?.toLowerCase() ?? null))
    throw new AppError('conflict', OTHER_MESSAGE);
  return first;
}

/** What sending needs besides the rest. */
export interface SendDeps extends Deps {
  linkTo: LinkTo;
}

/** What became of a message: it is new, or it is the one that was sent before. */
export interface SentMessage {
  message: Message;
  isNew: boolean;
}

/** PostgreSQL's word for a row that a unique index refuses. */
const UNIQUE_VIOLATION = '23505';

const isDuplicate = (error: unknown) => error instanceof DrizzleQueryError && errorCode(error.cause) === UNIQUE_VIOLATION;

function deliver({ outbox, linkTo }: SendDeps, stored: StoredMessage): Message {
  const message = presentMessage(stored, stored.people, linkTo);
  const { sender, otherId, problemId, eventId, pushId } = stored;
  const notification = presentNotification({
    notification: stored.notification,
    actorName: sender.name,
    actorImage: sender.image,
  });
  outbox.deliverStored(messageStored, eventId, { message, otherId, problemId, notification });
  outbox.deliverStored(pushed, pushId, { userId: otherId, notification });
  return message;
}

async function presentFirst({ db, sessions, linkTo }: SendDeps, sent: NewMessage): Promise<Message> {
  const { sessionId } = sent.sender;
  if (!(await sessions.findLive(new Set([sessionId]))).has(sessionId)) throw unauthenticated();
  const first = await readFirst(db, sent);
  const found = (await readWithParticipants(db, [first.message.conversationId])).get(first.message.conversationId);
  return presentMessage(first, found?.participants ?? [], linkTo);
}

/** Undefined where it was sent before, or may not be sent. */
async function storeOnce({ db, outbox }: SendDeps, sent: NewMessage): Promise<StoredMessage | undefined> {
  try {
    return await storeMessage(db, sent, outbox.delivers(pushed));
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

/**
 * Sends a message: stored once whoever sends it how often, then said to both (product 11.14). Files of one that is not
 * new are nobody's.
 * @throws AppError `not_found` for a conversation of others; `conflict` where the `clientId` stands for another message, or the
 *   other one's account is gone; `unauthenticated` where the session is over by now
 */
export async function sendMessage(deps: SendDeps, sent: NewMessage): Promise<SentMessage> {
  const stored = await storeOnce(deps, sent);
  if (stored !== undefined) return { message: deliver(deps, stored), isNew: true };
  return { message: await presentFirst(deps, sent), isNew: false };
}
