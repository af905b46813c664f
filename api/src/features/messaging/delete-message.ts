import { CHAT } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, notExists } from 'drizzle-orm';
import { deleteFileRows } from '../files/index.ts';
import { messagesTitle, stripPlaceholder } from '../notifications/index.ts';
import { getOtherId } from './conversations.ts';
import type { WrittenMessage } from './messages.ts';
import {
  agreements,
  disputes,
  files,
  messageFiles,
  messageReactions,
  messageReports,
  messages,
  messageVersions,
  notifications,
} from '../../schema/index.ts';
import type { ConversationRow } from '../../schema/index.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { conflict } from '../../platform/errors/app-error.ts';

type Changing = Pick<WrittenMessage, 'message'> & { conversation: ConversationRow };

/** Keeps what a moderator may have to read while the two disagree (product 4.34). */
export async function assertNoDispute(tx: Tx, { problemId, firstId, secondId }: ConversationRow): Promise<void> {
  if (problemId === null) return;
  const people = [firstId, secondId];
  const isTheirs = and(inArray(agreements.seekerId, people), inArray(agreements.solverId, people));
  const [open] = await tx
    .select({ id: agreements.id })
    .from(agreements)
    .innerJoin(disputes, eq(disputes.agreementId, agreements.id))
    .where(and(eq(agreements.problemId, problemId), isTheirs, isNull(disputes.decidedAt)))
    .limit(1);
  if (open) throw conflict('Messages can’t be edited or deleted while a dispute is open.');
}

/** Keeps replaced words for moderators, for `CHAT.keptDays` (product 4.34). */
export async function keepWords(tx: Tx, { id: messageId, content }: WrittenMessage['message'], replacedAt: Date): Promise<void> {
  if (content !== '') await tx.insert(messageVersions).values({ id: newId(), messageId, content, replacedAt });
}

/** The recipient's notification that includes the message, with the messages that it counts: the latest first. */
async function findNotification(tx: Tx, { message, conversation }: Changing) {
  const isTheirs = and(
    eq(notifications.userId, getOtherId(conversation, message.senderId)),
    eq(notifications.conversationId, conversation.id),
    eq(notifications.type, 'new_message'),
    gte(notifications.createdAt, message.createdAt),
  );
  const [notification] = await tx.select().from(notifications).where(isTheirs).orderBy(asc(notifications.createdAt)).limit(1);
  if (notification === undefined) return undefined;
  const { id, content, createdAt } = messages;
  const counted = await tx
    .select({ id, content, createdAt, fileCount: tx.$count(messageFiles, eq(messageFiles.messageId, id)) })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        eq(messages.senderId, message.senderId),
        isNull(messages.deletedAt),
        lte(messages.createdAt, notification.createdAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(notification.count);
  return counted.some((one) => one.id === message.id) ? { id: notification.id, counted } : undefined;
}

/** Removes a message that is about to be deleted from its notification, which shows the latest remaining one, or is deleted. */
async function removeFromNotification(tx: Tx, changing: Changing): Promise<void> {
  const found = await findNotification(tx, changing);
  if (found === undefined) return;
  const [latest, ...others] = found.counted.filter(({ id }) => id !== changing.message.id);
  if (latest === undefined) return void (await tx.delete(notifications).where(eq(notifications.id, found.id)));
  const count = others.length + 1;
  const shown = stripPlaceholder(getMessageSummary(latest.content, latest.fileCount));
  await tx
    .update(notifications)
    .set({ count, title: messagesTitle(count), message: shown, createdAt: latest.createdAt })
    .where(eq(notifications.id, found.id));
}

/** Deletes words, files, reactions and quote of a message, and its notification. Its row stays, because `seq` has no gaps. */
export async function eraseMessage(tx: Tx, changing: Changing): Promise<void> {
  const { message } = changing;
  const deletedAt = new Date();
  await removeFromNotification(tx, changing);
  await keepWords(tx, message, deletedAt);
  await tx.delete(messageReactions).where(eq(messageReactions.messageId, message.id));
  const attached = tx.select({ id: messageFiles.fileId }).from(messageFiles).where(eq(messageFiles.messageId, message.id));
  await deleteFileRows(tx, inArray(files.id, attached));
  const erased = { content: '', replyToId: null, editedAt: deletedAt, deletedAt };
  await tx.update(messages).set(erased).where(eq(messages.id, message.id));
}

/** Deletes kept words after `CHAT.keptDays`; those of a reported message as long after the report. */
export async function deleteKeptWords(db: Db): Promise<void> {
  const since = new Date(Date.now() - CHAT.keptDays * DAY_MS);
  const isReported = and(eq(messageReports.messageId, messageVersions.messageId), gt(messageReports.createdAt, since));
  const reports = db.select({ id: messageReports.messageId }).from(messageReports).where(isReported);
  await db.delete(messageVersions).where(and(lt(messageVersions.replacedAt, since), notExists(reports)));
}
