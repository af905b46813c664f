import { CHAT } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { editMessageRules } from '@solvent/contracts/rules/chat';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { and, eq, sql } from 'drizzle-orm';
import { addMessageChanged } from './events.ts';
import { presentMessage } from './presenter.ts';
import { readMessages, readWithParticipants } from './queries.ts';
import type { WrittenMessage } from './queries.ts';
import { conversations, messageReactions, messages } from './schema.ts';
import type { ConversationRow } from './schema.ts';
import { assertNotBlocked } from '../accounts/service.ts';
import { ACCOUNT_DELETED } from './send-message.ts';
import type { SendDeps } from './send-message.ts';
import { notifications } from '../notifications/schema.ts';
import { isUnread, stripPlaceholder } from '../notifications/service.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { validateBody } from '../../platform/http/yup-validation.ts';

const EDIT_WINDOW_MS = CHAT.editMinutes * 60_000;

/** Which message, and who asks. */
interface Request {
  id: string;
  callerId: string;
}

interface LockedMessage extends WrittenMessage {
  conversation: ConversationRow;
}

/**
 * A message with its conversation, in which nobody writes or changes anything until the transaction ends: all changes of a
 * conversation have one order.
 * @throws AppError `not_found` for a message of others
 */
async function lockMessage(tx: Tx, { id, callerId }: Request): Promise<LockedMessage> {
  const ofIt = tx.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, id));
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.id, sql`(${ofIt})`))
    .for('no key update');
  const isOwn = conversation?.firstId === callerId || conversation?.secondId === callerId;
  const [written] = conversation && isOwn ? await readMessages(tx, eq(messages.id, id)) : [];
  if (conversation === undefined || written === undefined) throw notFound('This message');
  return { ...written, conversation };
}

/** The message as it is now, for its two. */
async function readNow(tx: Tx, linkTo: SendDeps['linkTo'], id: string, { conversation }: LockedMessage): Promise<Message> {
  const [written] = await readMessages(tx, eq(messages.id, id));
  const found = (await readWithParticipants(tx, [conversation.id])).get(conversation.id);
  if (written === undefined || found === undefined) throw notFound('This message');
  return presentMessage(written, found.participants, linkTo);
}

/** Counts a change of a conversation, and says of the message that it was the last one. */
async function incrementRevision(tx: Tx, { conversation, message }: LockedMessage): Promise<void> {
  const revision = conversation.revision + 1;
  await tx.update(conversations).set({ revision }).where(eq(conversations.id, conversation.id));
  await tx.update(messages).set({ revision }).where(eq(messages.id, message.id));
}

const getOtherId = ({ firstId, secondId }: ConversationRow, id: string) => (firstId === id ? secondId : firstId);

/** Whoever has not read it yet is told its new words: of several messages the last one is told. */
async function updateNotification(tx: Tx, { conversation, message, files }: LockedMessage, content: string): Promise<void> {
  if (message.seq !== conversation.lastSeq) return;
  const told = { type: 'new_message', conversationId: conversation.id } as const;
  await tx
    .update(notifications)
    .set({ message: stripPlaceholder(getMessageSummary(content, files.length)) })
    .where(isUnread(getOtherId(conversation, message.senderId), told));
}

function assertEditable({ message, conversation }: LockedMessage, callerId: string): void {
  if (message.senderId !== callerId) throw new AppError('forbidden', 'Only who wrote a message can edit it.');
  if (conversation.ended) throw new AppError('conflict', ACCOUNT_DELETED);
  if (Date.now() - message.createdAt.getTime() > EDIT_WINDOW_MS)
    throw new AppError('conflict', `A message can be edited for ${CHAT.editMinutes} minutes.`);
}

/** Does a change, unless it is one already; answers the message as it is afterwards, of which both hear where it changed. */
function change(
  { transact, linkTo }: SendDeps,
  request: Request,
  work: (tx: Tx, locked: LockedMessage) => Promise<boolean>,
): Promise<Message> {
  return transact(async (tx: Tx, events: Events) => {
    const locked = await lockMessage(tx, request);
    const isChanged = await work(tx, locked);
    if (isChanged) await incrementRevision(tx, locked);
    const message = await readNow(tx, linkTo, request.id, locked);
    const { firstId, secondId } = locked.conversation;
    if (isChanged) addMessageChanged(events, { message, people: [firstId, secondId] });
    return message;
  });
}

/**
 * Gives an own message other words. The same words again change nothing, however late: whoever heard no answer asks again.
 * @param body as it was sent: whether it may be empty depends on the message's files
 * @throws AppError `not_found`; `forbidden` to the other one, and where one of the two has blocked the other; `invalid`; `conflict` after `CHAT.editMinutes`, and where the other
 *   one's account is gone
 */
export const editMessage = (deps: SendDeps, { body, ...request }: Request & { body: unknown }): Promise<Message> =>
  change(deps, request, async (tx, locked) => {
    const { message, files } = locked;
    const { content } = validateBody(editMessageRules, body, { fileCount: files.length });
    if (message.senderId === request.callerId && message.content === content) return false;
    assertEditable(locked, request.callerId);
    await assertNotBlocked(tx, request.callerId, getOtherId(locked.conversation, request.callerId), 'write');
    await tx.update(messages).set({ content, editedAt: new Date() }).where(eq(messages.id, message.id));
    await updateNotification(tx, locked, content);
    return true;
  });

/**
 * Gives a reaction, or takes it back; again changes nothing.
 * @throws AppError `not_found`; `forbidden` to give one where one of the two has blocked the other; `conflict` where the other one's account is gone
 */
export const react = (
  deps: SendDeps,
  { emoji, isGiven, ...request }: Request & { emoji: ReactionEmoji; isGiven: boolean },
): Promise<Message> =>
  change(deps, request, async (tx, { message, conversation }) => {
    if (conversation.ended) throw new AppError('conflict', ACCOUNT_DELETED);
    if (isGiven) await assertNotBlocked(tx, request.callerId, getOtherId(conversation, request.callerId), 'write');
    const own = { messageId: message.id, userId: request.callerId, emoji };
    const { messageId, userId } = messageReactions;
    const changed = isGiven
      ? await tx
          .insert(messageReactions)
          .values({ ...own, createdAt: new Date() })
          .onConflictDoNothing()
          .returning({ messageId })
      : await tx
          .delete(messageReactions)
          .where(and(eq(messageId, own.messageId), eq(userId, own.userId), eq(messageReactions.emoji, emoji)))
          .returning({ messageId });
    return changed.length > 0;
  });
