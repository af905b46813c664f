import type { ConversationFilesResponse, PageQuery } from '@solvent/contracts';
import { conversationFilesRules } from '@solvent/contracts/rules/chat';
import { conversationFilesResponse } from '@solvent/contracts/schemas';
import { and, asc, desc, eq } from 'drizzle-orm';
import { requireCaller } from '../accounts/index.ts';
import type { AccessQuery } from '../files/index.ts';
import { files, messageFiles, messages, participants } from '../../schema/index.ts';
import { presentFile, presentSender, readOwnConversation } from './messages.ts';
import type { LinkTo } from './messages.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { App } from '../../platform/http/app.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';

interface FilesQuery extends PageQuery {
  conversationId: string;
  viewerId: string;
}

async function listFiles(db: Db, linkTo: LinkTo, query: FilesQuery): Promise<ConversationFilesResponse> {
  const { conversationId, viewerId, page, limit } = query;
  const { conversation, participants: members } = await readOwnConversation(db, conversationId, viewerId);
  const isInConversation = eq(messageFiles.conversationId, conversation.id);
  const rows = await db
    .select({
      file: files,
      message: { id: messages.id, seq: messages.seq, senderId: messages.senderId, createdAt: messages.createdAt },
    })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(isInConversation)
    .orderBy(desc(messageFiles.seq), asc(messageFiles.position))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await db.$count(messageFiles, isInConversation);
  return {
    files: rows.map(({ file, message: { id, seq, senderId, createdAt } }) => ({
      ...presentFile(file, linkTo),
      message: { _id: id, seq, sender: presentSender(members, senderId) },
      createdAt: createdAt.toISOString(),
    })),
    ...buildPaging(query, total),
  };
}

/** GET /chat/conversations/:id/files, newest first. */
export function conversationFilesRoute(app: App, { db }: { db: Db }, linkTo: LinkTo): void {
  const schema = {
    tags: ['chat'],
    params: idParams,
    querystring: conversationFilesRules,
    response: { 200: conversationFilesResponse },
  };
  app.get('/chat/conversations/:id/files', { config: { access: 'signed-in' }, schema }, (request) =>
    listFiles(db, linkTo, { ...request.query, conversationId: request.params.id, viewerId: requireCaller(request).user.id }),
  );
}

/** Participants of the message's conversation (product 6.6). */
export const findMessageAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));
