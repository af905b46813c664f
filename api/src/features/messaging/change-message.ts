import { CHAT, REACTIONS } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { editMessageRules } from '@solvent/contracts/rules/chat';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { messageResponse } from '@solvent/contracts/schemas';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { assertNotBlocked, requireCaller } from '../accounts/index.ts';
import { isUnread, stripPlaceholder } from '../notifications/index.ts';
import { assertNoDispute, eraseMessage, keepWords } from './delete-message.ts';
import { messageChanged, readMessage, readMessages } from './messages.ts';
import { getOtherId } from './conversations.ts';
import type { WrittenMessage } from './messages.ts';
import { conversations, messageReactions, messages, notifications } from '../../schema/index.ts';
import type { ConversationRow } from '../../schema/index.ts';
import { ACCOUNT_DELETED } from './send-message.ts';
import type { Deps } from './deps.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { LONG_BODY_LIMITS } from '../../platform/http/request-bodies.ts';
import { idParams } from '../../platform/http/params.ts';
import { validateBody } from '../../platform/http/yup-validation.ts';

const [EDIT_WINDOW_MS, DELETE_WINDOW_MS] = [CHAT.editHours * HOUR_MS, CHAT.deleteMinutes * 60_000];

interface ChangeRequest {
  id: string;
  callerId: string;
}

type LockedMessage = WrittenMessage & { conversation: ConversationRow };

/** Serializes all messages and changes of the conversation until the transaction ends. */
async function lockMessage(tx: Tx, { id, callerId }: ChangeRequest): Promise<LockedMessage> {
  const conversationId = tx.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, id));
  const isItsConversation = eq(conversations.id, sql`(${conversationId})`);
  const [conversation] = await tx.select().from(conversations).where(isItsConversation).for('no key update');
  const isOwn = conversation?.firstId === callerId || conversation?.secondId === callerId;
  const [written] = conversation && isOwn ? await readMessages(tx, eq(messages.id, id)) : [];
  if (conversation === undefined || written === undefined) throw notFound('This message');
  return { ...written, conversation };
}

/** Updates an unread notification, which shows the conversation's last message. */
async function updateNotification(tx: Tx, { conversation, message, files }: LockedMessage, content: string): Promise<void> {
  if (message.seq !== conversation.lastSeq) return;
  const shown = isUnread(getOtherId(conversation, message.senderId), { type: 'new_message', conversationId: conversation.id });
  const summary = stripPlaceholder(getMessageSummary(content, files.length));
  await tx.update(notifications).set({ message: summary }).where(shown);
}

const getAge = ({ message }: LockedMessage): number => Date.now() - message.createdAt.getTime();

function assertNotDeleted({ message }: LockedMessage): void {
  if (message.deletedAt !== null) throw conflict('This message was deleted.');
}

async function assertEditable(tx: Tx, locked: LockedMessage, callerId: string): Promise<void> {
  const { message, conversation } = locked;
  if (message.senderId !== callerId) throw new AppError('forbidden', 'Only who wrote a message can edit it.');
  assertNotDeleted(locked);
  if (conversation.ended) throw conflict(ACCOUNT_DELETED);
  if (getAge(locked) > EDIT_WINDOW_MS) throw conflict('A message can be edited for a day.');
  await assertNoDispute(tx, conversation);
  await assertNotBlocked(tx, callerId, getOtherId(conversation, callerId), 'write');
}

/** @param change returns whether it changed anything: only then the revision grows and both participants receive the message */
function changeMessage(
  { transact, fileLinks }: Deps,
  request: ChangeRequest,
  change: (tx: Tx, locked: LockedMessage) => Promise<boolean>,
): Promise<Message> {
  return transact(async (tx, events) => {
    const locked = await lockMessage(tx, request);
    const { id, revision: previous, firstId, secondId } = locked.conversation;
    const revision = previous + 1;
    const isChanged = await change(tx, locked);
    if (isChanged) {
      await tx.update(conversations).set({ revision }).where(eq(conversations.id, id));
      await tx.update(messages).set({ revision }).where(eq(messages.id, request.id));
    }
    const found = await readMessage(tx, request.id, fileLinks);
    if (found === undefined) throw notFound('This message');
    const { message } = found;
    if (isChanged) events.add(messageChanged, { messageId: message._id }, { message, people: [firstId, secondId] });
    return message;
  });
}

/** Edits a message. Repeating an edit succeeds without a change, however late, so that clients can retry. */
const editMessage = (deps: Deps, request: ChangeRequest, body: unknown): Promise<Message> =>
  changeMessage(deps, request, async (tx, locked) => {
    const { message, files } = locked;
    const { content } = validateBody(editMessageRules, body, { fileCount: files.length });
    if (message.senderId === request.callerId && message.content === content) return false;
    await assertEditable(tx, locked, request.callerId);
    const editedAt = new Date();
    await keepWords(tx, message, editedAt);
    await tx.update(messages).set({ content, editedAt }).where(eq(messages.id, message.id));
    await updateNotification(tx, locked, content);
    return true;
  });

/** Deletes a message for both. Also possible during a block, and for a message to a deleted account. */
const deleteMessage = (deps: Deps, request: ChangeRequest): Promise<Message> =>
  changeMessage(deps, request, async (tx, locked) => {
    const { message, conversation } = locked;
    if (message.senderId !== request.callerId) throw new AppError('forbidden', 'Only who wrote a message can delete it.');
    if (message.deletedAt !== null) return false;
    if (getAge(locked) > DELETE_WINDOW_MS) throw conflict('A message can be deleted for an hour.');
    await assertNoDispute(tx, conversation);
    await eraseMessage(tx, locked);
    return true;
  });

const react = (deps: Deps, request: ChangeRequest, emoji: ReactionEmoji, isGiven: boolean): Promise<Message> =>
  changeMessage(deps, request, async (tx, locked) => {
    const { message, conversation } = locked;
    assertNotDeleted(locked);
    if (conversation.ended) throw conflict(ACCOUNT_DELETED);
    if (isGiven) await assertNotBlocked(tx, request.callerId, getOtherId(conversation, request.callerId), 'write');
    const own = { messageId: message.id, userId: request.callerId, emoji, createdAt: new Date() };
    const { messageId, userId } = messageReactions;
    const isOwn = and(eq(messageId, own.messageId), eq(userId, own.userId), eq(messageReactions.emoji, emoji));
    const changed = isGiven
      ? await tx.insert(messageReactions).values(own).onConflictDoNothing().returning()
      : await tx.delete(messageReactions).where(isOwn).returning();
    return changed.length > 0;
  });

/** An unknown reaction is 404, like any unknown path. */
const reactionParams = idParams.shape({ emoji: yup.string().oneOf(REACTIONS).required() });

type ReactionRequest = FastifyRequest & { params: yup.InferType<typeof reactionParams> };

export function changeMessageRoutes(app: App, deps: Deps): void {
  const config = { access: 'signed-in', limit: 'messageChanges' } as const;
  const response = { 200: messageResponse };
  const toChange = (request: FastifyRequest & { params: { id: string } }): ChangeRequest => ({
    id: request.params.id,
    callerId: requireCaller(request).user.id,
  });

  // The rules of the content depend on the message's files, so editMessage validates it.
  const edited = { tags: ['chat'], params: idParams, body: editMessageRules.clone().shape({ content: yup.mixed() }), response };
  app.put('/chat/messages/:id', { config, bodyLimit: LONG_BODY_LIMITS.message, schema: edited }, async (request) => ({
    message: await editMessage(deps, toChange(request), request.body),
  }));

  app.delete('/chat/messages/:id', { config, schema: { tags: ['chat'], params: idParams, response } }, async (request) => ({
    message: await deleteMessage(deps, toChange(request)),
  }));

  const schema = { tags: ['chat'], params: reactionParams, response };
  const respond = async (request: ReactionRequest, isGiven: boolean) => ({
    message: await react(deps, toChange(request), request.params.emoji, isGiven),
  });
  app.put('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => respond(request, true));
  app.delete('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => respond(request, false));
}
