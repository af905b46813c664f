import { CHAT } from '@solvent/contracts';
import { messageReportRules } from '@solvent/contracts/rules';
import { doneResponse } from '@solvent/contracts/schemas';
import { asc, desc, eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { requireCaller } from '../accounts/index.ts';
import { readOwnConversation } from './messages.ts';
import { files, messageFiles, messageReports, messages, messageVersions, users } from '../../schema/index.ts';
import type { Db } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { conflict, notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { idParams } from '../../platform/http/params.ts';

/** @throws AppError `not_found` unless the caller takes part */
async function findReportable(db: Db, id: string, callerId: string): Promise<void> {
  const { conversationId, senderId, deletedAt } = messages;
  const [message] = await db.select({ conversationId, senderId, deletedAt }).from(messages).where(eq(messages.id, id));
  if (message === undefined) throw notFound('This message');
  await readOwnConversation(db, message.conversationId, callerId).catch(() => Promise.reject(notFound('This message')));
  if (message.senderId === callerId) throw conflict('You can’t report your own message.');
  if (message.deletedAt !== null && Date.now() - message.deletedAt.getTime() > CHAT.keptDays * DAY_MS)
    throw conflict(`A deleted message can be reported for ${CHAT.keptDays} days.`);
}

/** Registers POST /chat/messages/:id/reports, which replaces the caller's earlier report. */
export function reportRoute(app: App, { db }: { db: Db }): void {
  app.post(
    '/chat/messages/:id/reports',
    {
      config: { access: 'signed-in', limit: 'report' },
      schema: { tags: ['chat'], params: idParams, body: messageReportRules, response: { 201: doneResponse } },
    },
    async (request, reply) => {
      const [{ id: messageId }, userId] = [request.params, requireCaller(request).user.id];
      await findReportable(db, messageId, userId);
      const { reason, description = '' } = request.body;
      // The time of the first report stays, so that repeating it does not keep earlier words longer.
      await db
        .insert(messageReports)
        .values({ messageId, userId, reason, description, createdAt: new Date() })
        .onConflictDoUpdate({ target: messageReports.messageId, set: { reason, description } });
      reply.code(201);
      return {};
    },
  );
}

const [senders, reporters] = [alias(users, 'senders'), alias(users, 'reporters')];

/** Reads reported messages with their earlier words, for moderators only: the latest report first. */
export function findMessageReports(db: Db, condition?: SQL) {
  const { content, replacedAt } = messageVersions;
  const versions = nestedRows({ content, replacedAt }, (column) =>
    db.select(column).from(messageVersions).where(eq(messageVersions.messageId, messages.id)).orderBy(asc(replacedAt)),
  );
  const sentFiles = nestedRows({ name: files.name }, (column) =>
    db
      .select(column)
      .from(messageFiles)
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(eq(messageFiles.messageId, messages.id))
      .orderBy(asc(messageFiles.position)),
  );
  return db
    .select({
      messageId: messageReports.messageId,
      reportedAt: messageReports.createdAt,
      reason: messageReports.reason,
      description: messageReports.description,
      reporter: reporters.name,
      reporterEmail: reporters.email,
      sender: senders.name,
      senderEmail: senders.email,
      sentAt: messages.createdAt,
      content: messages.content,
      deletedAt: messages.deletedAt,
      versions,
      files: sentFiles,
    })
    .from(messageReports)
    .innerJoin(messages, eq(messages.id, messageReports.messageId))
    .innerJoin(reporters, eq(reporters.id, messageReports.userId))
    .innerJoin(senders, eq(senders.id, messages.senderId))
    .where(condition)
    .orderBy(desc(messageReports.createdAt), desc(messageReports.messageId))
    .limit(500);
}

export type MessageReport = Awaited<ReturnType<typeof findMessageReports>>[number];
