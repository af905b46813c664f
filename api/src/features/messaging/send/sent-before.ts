import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/connect.ts';
import { messages, participants } from '../schema.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { readMessages } from '../read-messages.ts';
import type { WrittenMessage } from '../read-messages.ts';
import type { NewMessage } from './store-message.ts';

const OTHER_MESSAGE = 'Another message was sent with the same clientId.';
const ACCOUNT_GONE = 'This account was deleted: nothing can be sent to it any more.';

const filesKey = (files: readonly { name: string; sha256: string }[]) =>
  JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]));

async function whyNot(db: Db, conversationId: string, senderId: string): Promise<AppError> {
  const own = and(eq(participants.conversationId, conversationId), eq(participants.userId, senderId));
  return (await db.$count(participants, own)) === 0 ? notFound('This conversation') : new AppError('conflict', ACCOUNT_GONE);
}

/**
 * The message that the same `clientId` stored before: the first result, for whoever sends it again.
 * @throws AppError `conflict` if it said something else; where there is none, `not_found` for a conversation of others, or
 *   `conflict` because the other one's account is gone
 */
export async function sentBefore(
  db: Db,
  { conversationId, sender, clientId, content, files }: NewMessage,
): Promise<WrittenMessage> {
  const same = and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, sender.id),
    eq(messages.clientId, clientId),
  );
  const [first] = await readMessages(db, same);
  if (first === undefined) throw await whyNot(db, conversationId, sender.id);
  if (first.message.content !== content || filesKey(first.files) !== filesKey(files))
    throw new AppError('conflict', OTHER_MESSAGE);
  return first;
}
