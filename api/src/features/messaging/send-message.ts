import type { Message, SendMessageBody } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { DrizzleQueryError, and, eq, sql } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { assertNotBlocked, hasBlockBetween } from '../accounts/index.ts';
import type { ReceivedFile } from '../files/index.ts';
import {
  buildGroupKey,
  MESSAGES_TITLE_SUFFIX,
  messagesTitle,
  presentNotification,
  pushed,
  stripPlaceholder,
  upsertNotifications,
} from '../notifications/index.ts';
import { messageStored, presentMessage, readConversation, readMessages, readOwnConversation } from './messages.ts';
import { getOtherId, isMutedBy } from './conversations.ts';
import type { Sender, WrittenMessage } from './messages.ts';
import { conversationMarks, conversations, messages } from '../../schema/index.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { prepareSql } from '../../platform/db/prepared.ts';
import { AppError, notFound, unauthenticated } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { insertEvents } from '../../platform/outbox/outbox.ts';
import { currentTraceparent } from '../../platform/tracing/tracing.ts';

interface NewMessage extends SendMessageBody {
  sender: { userId: string; sessionId: string };
  files: ReceivedFile[];
}

interface StoredRow {
  conversationId: string;
  problemId: string | null;
  seq: number;
  createdAt: Date;
  otherId: string;
  /** Null if the recipient muted the conversation. */
  notificationId: string | null;
  title: string | null;
  name: string;
  image: string | null;
  quoted: (NonNullable<WrittenMessage['quoted']> & Pick<Sender, 'name' | 'image'>) | null;
}

const given = (name: string) => sql.placeholder(name);

/**
 * Stores a message and everything that belongs to it in one statement (decision 0035). It updates the conversation first and reads the
 * clock under that row lock, so concurrent messages have one order. An ended session, a deleted account, a block or a quote from another
 * conversation stores nothing. A duplicate `clientId` violates a unique index.
 */
const storeStatement = prepareSql<StoredRow>(
  'store-message',
  sql`
WITH sender AS (
  SELECT users.id, name, image FROM sessions JOIN users ON users.id = user_id
  WHERE sessions.id = ${given('sessionId')}::uuid AND user_id = ${given('senderId')}::uuid AND expires_at > now() AND deleted_at IS NULL
), quoted AS (
  SELECT messages.id, seq, sender_id AS "senderId", content, name, image,
    (SELECT count(*)::int FROM message_files WHERE message_id = messages.id) AS "fileCount"
  FROM messages JOIN users ON users.id = sender_id
  WHERE messages.id = ${given('replyTo')}::uuid AND conversation_id = ${given('conversationId')}::uuid
), conversation AS (
  UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp()
  WHERE id = ${given('conversationId')}::uuid AND (SELECT id FROM sender) IN (first_id, second_id) AND NOT ended
    AND NOT ${hasBlockBetween(conversations.firstId, conversations.secondId)}
    AND (${given('replyTo')}::uuid IS NULL OR EXISTS (SELECT FROM quoted))
  RETURNING id, problem_id, last_seq, updated_at, CASE first_id WHEN ${given('senderId')}::uuid THEN second_id ELSE first_id END AS other_id
), message AS (
  INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, reply_to_id, created_at)
  SELECT ${given('id')}::uuid, id, last_seq, ${given('senderId')}::uuid, ${given('clientId')}::uuid, ${given('content')}::text,
    ${given('replyTo')}::uuid, updated_at
  FROM conversation
), received AS (
  SELECT received.*, updated_at, conversation.id AS conversation_id, last_seq
  FROM conversation, jsonb_to_recordset(${given('files')}::jsonb) AS received (
    id uuid, "position" integer, name text, "mimeType" text, size integer, sha256 text, "storageKey" text, width integer, height integer
  )
), file AS (
  INSERT INTO files (id, owner_id, name, mime_type, size, sha256, storage_key, width, height, purpose, visibility, created_at)
  SELECT id, ${given('senderId')}::uuid, name, "mimeType", size, sha256, "storageKey", width, height, 'message', 'private', updated_at
  FROM received
), attached AS (
  INSERT INTO message_files (message_id, file_id, "position", conversation_id, seq)
  SELECT ${given('id')}::uuid, id, "position", conversation_id, last_seq FROM received
), notification AS (${upsertNotifications({
    id: given('notificationId'),
    userId: sql`other_id`,
    actorId: given('senderId'),
    type: 'new_message',
    title: messagesTitle(1),
    message: given('summary'),
    problemId: sql`problem_id`,
    conversationId: sql`conversation.id`,
    moduleId: null,
    groupKey: given('groupKey'),
    groupTitleSuffix: MESSAGES_TITLE_SUFFIX,
    createdAt: sql`updated_at`,
    from: sql`conversation WHERE NOT EXISTS (SELECT FROM ${conversationMarks} WHERE ${isMutedBy(sql`other_id`, sql`conversation.id`)})`,
  })}
), event AS (${insertEvents(messageStored, {
    id: given('eventId'),
    key: { messageId: sql`${given('id')}::uuid` },
    trace: given('trace'),
    from: sql`conversation`,
  })}
), push AS (${insertEvents(pushed, {
    id: given('pushId'),
    key: { id: sql`notification.id` },
    trace: given('trace'),
    from: sql`notification WHERE ${given('hasPush')}::boolean`,
  })}
)
SELECT conversation.id AS "conversationId", problem_id AS "problemId", last_seq AS seq, updated_at AS "createdAt",
  other_id AS "otherId", notification.id AS "notificationId", title, sender.name, sender.image, to_jsonb(quoted) AS quoted
FROM conversation CROSS JOIN sender LEFT JOIN notification ON true LEFT JOIN quoted ON true`,
);

const prepareMessage = ({ outbox }: Deps, sent: NewMessage) => {
  const { conversationId, sender, clientId, content, replyTo = null } = sent;
  const files = sent.files.map((file, position) => ({ id: newId(), ...file, position }));
  const values = {
    id: newId(),
    conversationId,
    senderId: sender.userId,
    sessionId: sender.sessionId,
    clientId,
    content,
    replyTo,
    files: JSON.stringify(files),
    notificationId: newId(),
    summary: stripPlaceholder(getMessageSummary(content, files.length)),
    groupKey: buildGroupKey({ type: 'new_message', conversationId }),
    eventId: newId(),
    pushId: newId(),
    hasPush: outbox.delivers(pushed),
    trace: currentTraceparent() ?? null,
  };
  return { files, values };
};

type PreparedMessage = ReturnType<typeof prepareMessage>;

const UNIQUE_VIOLATION = '23505';

/** @returns undefined if it was sent before or may not be sent */
async function storeMessage(db: Db, { values }: PreparedMessage): Promise<StoredRow | undefined> {
  try {
    return (await storeStatement(db, values))[0];
  } catch (error) {
    if (error instanceof DrizzleQueryError && errorCode(error.cause) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

function deliver(
  { outbox, fileLinks }: Deps,
  { files, values: { id, senderId, clientId, content, summary, eventId, pushId } }: PreparedMessage,
  { conversationId, problemId, seq, createdAt, otherId, notificationId, title, name, image, quoted }: StoredRow,
): Message {
  const people = [{ id: senderId, name, image, readSeq: 0 }];
  if (quoted !== null) people.push({ id: quoted.senderId, name: quoted.name, image: quoted.image, readSeq: 0 });
  const changes = { createdAt, editedAt: null, deletedAt: null, revision: 0 };
  const row = { id, conversationId, seq, senderId, clientId: clientId.toLowerCase(), content, ...changes };
  const owned = { ownerId: senderId, purpose: 'message', visibility: 'private', createdAt } as const;
  const written = { files: files.map((file) => ({ ...file, ...owned })), reactions: [], quoted };
  const message = presentMessage({ message: { ...row, replyToId: quoted?.id ?? null }, ...written }, people, fileLinks);
  const about = { type: 'new_message', actorId: senderId, problemId, conversationId, moduleId: null, path: null } as const;
  const isMuted = notificationId === null || title === null;
  const notification = isMuted
    ? undefined
    : presentNotification({
        notification: { id: notificationId, ...about, title, message: summary, read: false, createdAt },
        actorName: name,
        actorImage: image,
      });
  outbox.deliverStored(messageStored, eventId, { message, otherId, problemId, notification, isMuted });
  if (notification) outbox.deliverStored(pushed, pushId, { userId: otherId, notification });
  return message;
}

export const ACCOUNT_DELETED = 'This account was deleted: nothing can be sent to it any more.';

const filesKey = (files: readonly { name: string; sha256: string }[]) =>
  JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]));

/** Throws the reason why the message was not stored. */
async function reject(db: Db, { conversationId, sender: { userId } }: NewMessage): Promise<never> {
  const { conversation } = await readOwnConversation(db, conversationId, userId);
  if (conversation.ended) throw new AppError('conflict', ACCOUNT_DELETED);
  await assertNotBlocked(db, userId, getOtherId(conversation, userId), 'write');
  throw notFound('The quoted message');
}

/** Presents the message that was sent before, or throws the reason why this one was not stored. */
async function presentFirst({ db, sessions, fileLinks }: Deps, sent: NewMessage): Promise<Message> {
  const { conversationId, sender, clientId, content, files, replyTo } = sent;
  if (!(await sessions.findLive(new Set([sender.sessionId]))).has(sender.sessionId)) throw unauthenticated();
  const same = and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, sender.userId),
    eq(messages.clientId, clientId),
  );
  const [first] = await readMessages(db, same);
  if (first === undefined) return reject(db, sent);
  // The original content of an edited message is not known, nor anything of a deleted one.
  const { editedAt, deletedAt, replyToId } = first.message;
  const isSameContent = first.message.content === content || editedAt !== null;
  const isSameRest = filesKey(first.files) === filesKey(files) && replyToId === (replyTo?.toLowerCase() ?? null);
  if (deletedAt === null && !(isSameContent && isSameRest))
    throw new AppError('conflict', 'Another message was sent with the same clientId.');
  const found = await readConversation(db, first.message.conversationId);
  return presentMessage(first, found?.participants ?? [], fileLinks);
}

/** Stores a message once per `clientId` and delivers it (product 11.14). */
export async function sendMessage(deps: Deps, sent: NewMessage): Promise<{ message: Message; isNew: boolean }> {
  const prepared = prepareMessage(deps, sent);
  const stored = await storeMessage(deps.db, prepared);
  if (stored === undefined) return { message: await presentFirst(deps, sent), isNew: false };
  return { message: deliver(deps, prepared, stored), isNew: true };
}
