import multipart from '@fastify/multipart';
import type { Conversation, MessagesResponse } from '@solvent/contracts';
import {
  conversationFilesRules,
  conversationsQueryRules,
  markConversationRules,
  messagesQueryRules,
  openConversationRules,
  readConversationRules,
} from '@solvent/contracts/rules/chat';
import {
  conversationFilesResponse,
  conversationResponse,
  conversationsResponse,
  markReadResponse,
  messagesResponse,
} from '@solvent/contracts/schemas';
import { and, between, desc, eq } from 'drizzle-orm';
import type { InferType } from 'yup';
import { requireCaller } from '../accounts/index.ts';
import { deleteAbandonedUploads } from '../files/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { files, messageFiles, messages } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { changeMessageRoutes } from './change-message.ts';
import { conversationEventsRoute } from './conversation-events.ts';
import { findConversation, listConversations, presentConversations } from './conversations.ts';
import { deleteKeptWords } from './delete-message.ts';
import {
  registerMessageSubscribers,
  presentFile,
  presentMessage,
  presentSender,
  readChanged,
  readMessages,
  readOwnConversation,
} from './messages.ts';
import type { WrittenMessage } from './messages.ts';
import { reportRoute } from './reports.ts';
import { searchRoute } from './search.ts';
import { handleSocketMessages, INCOMING_MESSAGES, sendRoute } from './send-routes.ts';
import { findOrOpenConversation, markConversation, markConversationRead } from './service.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import { SEARCH_LIMIT } from '../../platform/limits/register-limits.ts';

const tags = ['chat'];
const access = 'signed-in' as const;

async function read({ db, realtime }: Deps, viewer: UserRow, id: string): Promise<Conversation> {
  const found = await findConversation(db, viewer.id, id);
  const [conversation] = await presentConversations(realtime, viewer, found ? [found] : []);
  if (conversation === undefined) throw notFound('This conversation');
  return conversation;
}

function conversationRoutes(app: App, deps: Deps): void {
  const { db, realtime } = deps;

  const listed = { tags, querystring: conversationsQueryRules, response: { 200: conversationsResponse } };
  app.get('/chat/conversations', { config: { access, ...SEARCH_LIMIT }, schema: listed }, async (request) => {
    const { user } = requireCaller(request);
    const { visible, total, unreadCount } = await listConversations(db, user.id, request.query);
    const paging = buildPaging(request.query, total);
    return { conversations: await presentConversations(realtime, user, visible), unreadCount, ...paging };
  });

  // 201 for a new one, 200 for an existing one.
  const opened = { tags, body: openConversationRules, response: { 200: conversationResponse, 201: conversationResponse } };
  app.post('/chat/conversations', { config: { access, limit: 'conversations' }, schema: opened }, async (request, reply) => {
    const { user } = requireCaller(request);
    const { id, isNew } = await findOrOpenConversation(db, user.id, request.body);
    const conversation = await read(deps, user, id);
    reply.code(isNew ? 201 : 200);
    return { conversation };
  });

  const schema = { tags, params: idParams, response: { 200: conversationResponse } };
  app.get('/chat/conversations/:id', { config: { access }, schema }, async (request) => ({
    conversation: await read(deps, requireCaller(request).user, request.params.id),
  }));

  const reading = { tags, params: idParams, body: readConversationRules, response: { 200: markReadResponse } };
  app.put('/chat/conversations/:id/read', { config: { access, limit: 'reading' }, schema: reading }, (request) => {
    const { params, body } = request;
    return markConversationRead(deps, { conversationId: params.id, readerId: requireCaller(request).user.id, seq: body.seq });
  });

  const marking = { tags, params: idParams, body: markConversationRules, response: { 200: conversationResponse } };
  app.put('/chat/conversations/:id/marks', { config: { access, limit: 'reading' }, schema: marking }, async (request) => {
    const { user } = requireCaller(request);
    await markConversation(deps, { conversationId: request.params.id, readerId: user.id }, request.body);
    return { conversation: await read(deps, user, request.params.id) };
  });
}

type MessagesQuery = InferType<typeof messagesQueryRules>;

/**
 * Inclusive range of `seq`, empty if `last` is less than `first`. `totalPages` counts all messages, or those after or before the given
 * position. As `seq` has no gaps, no rows are read.
 */
function getSeqRange({ page = 1, limit, after, before }: MessagesQuery, lastSeq: number) {
  if (after !== undefined) {
    const last = Math.min(after + limit, lastSeq);
    return { first: after + 1, last, ...buildPaging({ page, limit }, Math.max(0, lastSeq - after)) };
  }
  const newest = before === undefined ? lastSeq : Math.min(before - 1, lastSeq);
  const last = newest - (page - 1) * limit;
  return { first: Math.max(1, last - limit + 1), last, ...buildPaging({ page, limit }, Math.max(0, newest)) };
}

/** Lists messages by `seq`. Reads `lastSeq` and `revision` first, so that the response contains all messages and changes up to them. */
async function listMessages(
  { db, fileLinks }: Deps,
  id: string,
  viewerId: string,
  query: MessagesQuery,
): Promise<MessagesResponse> {
  const { conversation, participants } = await readOwnConversation(db, id, viewerId);
  const { lastSeq, revision } = conversation;
  const present = (all: WrittenMessage[]) => all.map((one) => presentMessage(one, participants, fileLinks));
  const { changedAfter, limit } = query;
  if (changedAfter !== undefined) {
    const changed = await readChanged(db, conversation.id, changedAfter, limit);
    return { messages: present(changed.written), lastSeq, revision, ...buildPaging({ page: 1, limit }, changed.total) };
  }
  const { first, last, ...paging } = getSeqRange(query, lastSeq);
  const isInRange = and(eq(messages.conversationId, conversation.id), between(messages.seq, first, last));
  const written = last < first ? [] : await readMessages(db, isInRange);
  return { messages: present(written), lastSeq, revision, ...paging };
}

function contentRoutes(app: App, deps: Deps): void {
  const { db, fileLinks } = deps;

  const schema = { tags, params: idParams, querystring: messagesQueryRules, response: { 200: messagesResponse } };
  app.get('/chat/messages/:id', { config: { access }, schema }, (request) =>
    listMessages(deps, request.params.id, requireCaller(request).user.id, request.query),
  );

  const filesSchema = {
    tags,
    params: idParams,
    querystring: conversationFilesRules,
    response: { 200: conversationFilesResponse },
  };
  app.get('/chat/conversations/:id/files', { config: { access }, schema: filesSchema }, async (request) => {
    const { page, limit } = request.query;
    const { conversation, participants } = await readOwnConversation(db, request.params.id, requireCaller(request).user.id);
    const isInConversation = eq(messageFiles.conversationId, conversation.id);
    const { id, seq, senderId, createdAt } = messages;
    const rows = await db
      .select({ file: files, message: { id, seq, senderId, createdAt } })
      .from(messageFiles)
      .innerJoin(messages, eq(messages.id, messageFiles.messageId))
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(isInConversation)
      .orderBy(desc(messageFiles.seq), messageFiles.position)
      .limit(limit)
      .offset((page - 1) * limit);
    const total = await db.$count(messageFiles, isInConversation);
    const listed = rows.map(({ file, message }) => ({
      ...presentFile(file, fileLinks),
      message: { _id: message.id, seq: message.seq, sender: presentSender(participants, message.senderId) },
      createdAt: message.createdAt.toISOString(),
    }));
    return { files: listed, ...buildPaging(request.query, total) };
  });
}

export const chatFeature: Feature<Deps> = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  registerMessageSubscribers(deps.outbox, deps.realtime, deps.fileLinks);
  deps.jobs.hourly('abandoned files of messages', () => deleteAbandonedUploads(deps, INCOMING_MESSAGES));
  deps.jobs.hourly('earlier words of messages', () => deleteKeptWords(deps.db));
  conversationRoutes(app, deps);
  contentRoutes(app, deps);
  conversationEventsRoute(app, deps);
  searchRoute(app, deps);
  sendRoute(app, deps);
  changeMessageRoutes(app, deps);
  reportRoute(app, deps);
  handleSocketMessages(deps);
};
