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
import { addMessageChanged } from './events.ts';
import { getOtherId } from './conversations.ts';
import { readMessage, readMessages } from './messages.ts';
import type { WrittenMessage } from './messages.ts';
import { conversations, messageReactions, messages, notifications } from '../../schema/index.ts';
import type { ConversationRow } from '../../schema/index.ts';
import { ACCOUNT_DELETED } from './send-message.ts';
import type { SendDeps } from './send-message.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { LONG_BODY_LIMITS } from '../../platform/http/request-bodies.ts';
import { idParams } from '../../platform/http/params.ts';
import { validateBody } from '../../platform/http/yup-validation.ts';

const EDIT_WINDOW_MS = CHAT.editMinutes * 60_000;

interface ChangeRequest {
  id: string;
  callerId: string;
}

interface LockedMessage extends WrittenMessage {
  conversation: ConversationRow;
}

/** Serializes all messages and changes of the conversation until the transaction ends. */
async function lockMessage(tx: Tx, { id, callerId }: ChangeRequest): Promise<LockedMessage> {
  const conversationId = tx.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, id));
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.id, sql`(${conversationId})`))
    .for('no key update');
  const isOwn = conversation?.firstId === callerId || conversation?.secondId === callerId;
  const [written] = conversation && isOwn ? await readMessages(tx, eq(messages.id, id)) : [];
  if (conversation === undefined || written === undefined) throw notFound('This message');
  return { ...written, conversation };
}

async function incrementRevision(tx: Tx, { conversation, message }: LockedMessage): Promise<void> {
  const revision = conversation.revision + 1;
  await tx.update(conversations).set({ revision }).where(eq(conversations.id, conversation.id));
  await tx.update(messages).set({ revision }).where(eq(messages.id, message.id));
}

/** An unread notification shows the conversation's last message. */
async function updateNotification(tx: Tx, { conversation, message, files }: LockedMessage, content: string): Promise<void> {
  if (message.seq !== conversation.lastSeq) return;
  const subject = { type: 'new_message', conversationId: conversation.id } as const;
  await tx
    .update(notifications)
    .set({ message: stripPlaceholder(getMessageSummary(content, files.length)) })
    .where(isUnread(getOtherId(conversation, message.senderId), subject));
}

function assertEditable({ message, conversation }: LockedMessage, callerId: string): void {
  if (message.senderId !== callerId) throw new AppError('forbidden', 'Only who wrote a message can edit it.');
  if (conversation.ended) throw new AppError('conflict', ACCOUNT_DELETED);
  if (Date.now() - message.createdAt.getTime() > EDIT_WINDOW_MS)
    throw new AppError('conflict', `A message can be edited for ${CHAT.editMinutes} minutes.`);
}

/** @param change returns whether it changed anything: only then the revision grows and both participants receive the message */
function changeMessage(
  { transact, linkTo }: SendDeps,
  request: ChangeRequest,
  change: (tx: Tx, locked: LockedMessage) => Promise<boolean>,
): Promise<Message> {
  return transact(async (tx, events) => {
    const locked = await lockMessage(tx, request);
    const isChanged = await change(tx, locked);
    if (isChanged) await incrementRevision(tx, locked);
    const found = await readMessage(tx, request.id, linkTo);
    if (found === undefined) throw notFound('This message');
    const { message } = found;
    const { firstId, secondId } = locked.conversation;
    if (isChanged) addMessageChanged(events, { message, people: [firstId, secondId] });
    return message;
  });
}

/** Repeating an edit succeeds without a change, however late, so that clients can retry. */
const editMessage = (deps: SendDeps, { body, ...request }: ChangeRequest & { body: unknown }): Promise<Message> =>
  changeMessage(deps, request, async (tx, locked) => {
    const { message, files } = locked;
    const { content } = validateBody(editMessageRules, body, { fileCount: files.length });
    if (message.senderId === request.callerId && message.content === content) return false;
    assertEditable(locked, request.callerId);
    await assertNotBlocked(tx, request.callerId, getOtherId(locked.conversation, request.callerId), 'write');
    await tx.update(messages).set({ content, editedAt: new Date() }).where(eq(messages.id, message.id));
    await updateNotification(tx, locked, content);
    return true;
  });

const react = (
  deps: SendDeps,
  { emoji, isGiven, ...request }: ChangeRequest & { emoji: ReactionEmoji; isGiven: boolean },
): Promise<Message> =>
  changeMessage(deps, request, async (tx, { message, conversation }) => {
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

const response = { 200: messageResponse };
const config = { access: 'signed-in', limit: 'messageChanges' } as const;

/** An unknown reaction is 404, like any unknown path. */
const reactionParams = idParams.shape({ emoji: yup.string().oneOf(REACTIONS).required() });

const toChangeRequest = (request: FastifyRequest, id: string): ChangeRequest => ({
  id,
  callerId: requireCaller(request).user.id,
});

/** PUT /chat/messages/:id. The rules of the content depend on the message's files, so {@link editMessage} validates it. */
function editRoute(app: App, deps: SendDeps): void {
  const schema = { tags: ['chat'], params: idParams, body: editMessageRules.clone().shape({ content: yup.mixed() }), response };
  app.put('/chat/messages/:id', { config, bodyLimit: LONG_BODY_LIMITS.message, schema }, async (request) => ({
    message: await editMessage(deps, { ...toChangeRequest(request, request.params.id), body: request.body }),
  }));
}

function reactionRoutes(app: App, deps: SendDeps): void {
  const schema = { tags: ['chat'], params: reactionParams, response };
  const respond = async (request: FastifyRequest & { params: yup.InferType<typeof reactionParams> }, isGiven: boolean) => {
    const { id, emoji } = request.params;
    return { message: await react(deps, { ...toChangeRequest(request, id), emoji, isGiven }) };
  };
  app.put('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => respond(request, true));
  app.delete('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => respond(request, false));
}

export function changeMessageRoutes(app: App, deps: SendDeps): void {
  editRoute(app, deps);
  reactionRoutes(app, deps);
}
