import multipart from '@fastify/multipart';
import type {
  Conversation,
  ConversationFilesResponse,
  ConversationsResponse,
  MessagesResponse,
  PageQuery,
  Paging,
} from '@solvent/contracts';
import {
  conversationFilesRules,
  conversationsQueryRules,
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
import { and, asc, between, desc, eq } from 'drizzle-orm';
import type { InferType } from 'yup';
import { requireCaller } from '../accounts/index.ts';
import { createFileLinks, deleteAbandonedUploads } from '../files/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { files, messageFiles, messages } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { changeMessageRoutes } from './change-message.ts';
import { findConversation, listConversations, presentConversations } from './conversations.ts';
import { registerMessageSubscribers } from './events.ts';
import { presentFile, presentMessage, presentSender, readChanged, readMessages, readOwnConversation } from './messages.ts';
import type { LinkTo, WrittenMessage } from './messages.ts';
import { searchRoute } from './search.ts';
import { handleSocketMessages, INCOMING_MESSAGES, sendRoute } from './send-routes.ts';
import { markConversationRead, openOrFind } from './service.ts';
import type { Db } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import { SEARCH_LIMIT } from '../../platform/limits/register-limits.ts';

const tags = ['chat'];
const access = 'signed-in' as const;

async function list(deps: Deps, viewer: UserRow, search: string | undefined, paging: PageQuery): Promise<ConversationsResponse> {
  const { db, realtime } = deps;
  const { visible, total, unreadCount } = await listConversations(db, viewer.id, search, paging);
  return { conversations: await presentConversations(realtime, viewer, visible), unreadCount, ...buildPaging(paging, total) };
}

async function read({ db, realtime }: Deps, viewer: UserRow, id: string): Promise<Conversation> {
  const found = await findConversation(db, viewer.id, id);
  const [conversation] = await presentConversations(realtime, viewer, found ? [found] : []);
  if (conversation === undefined) throw notFound('This conversation');
  return conversation;
}

/** GET /chat/conversations, latest message first. */
function listRoute(app: App, deps: Deps): void {
  const config = { access, ...SEARCH_LIMIT };
  const schema = { tags, querystring: conversationsQueryRules, response: { 200: conversationsResponse } };
  app.get('/chat/conversations', { config, schema }, (request) => {
    const { search, ...paging } = request.query;
    return list(deps, requireCaller(request).user, search, paging);
  });
}

/** POST /chat/conversations: 201 for a new one, 200 for an existing one. */
function openRoute(app: App, deps: Deps): void {
  const config = { access, limit: 'conversations' } as const;
  const schema = { tags, body: openConversationRules, response: { 200: conversationResponse, 201: conversationResponse } };
  app.post('/chat/conversations', { config, schema }, async (request, reply) => {
    const { user } = requireCaller(request);
    const { id, isNew } = await openOrFind(deps.db, user.id, request.body);
    const conversation = await read(deps, user, id);
    reply.code(isNew ? 201 : 200);
    return { conversation };
  });
}

function oneRoutes(app: App, deps: Deps): void {
  const schema = { tags, params: idParams, response: { 200: conversationResponse } };
  app.get('/chat/conversations/:id', { config: { access }, schema }, async (request) => ({
    conversation: await read(deps, requireCaller(request).user, request.params.id),
  }));
  const reading = { tags, params: idParams, body: readConversationRules, response: { 200: markReadResponse } };
  app.put('/chat/conversations/:id/read', { config: { access, limit: 'reading' }, schema: reading }, (request) =>
    markConversationRead(deps, {
      conversationId: request.params.id,
      readerId: requireCaller(request).user.id,
      seq: request.body.seq,
    }),
  );
}

function conversationRoutes(app: App, deps: Deps): void {
  listRoute(app, deps);
  openRoute(app, deps);
  oneRoutes(app, deps);
}

type MessagesQuery = InferType<typeof messagesQueryRules>;

/** Inclusive range of `seq`, empty if `last` is less than `first`. */
interface SeqRange extends Paging {
  first: number;
  last: number;
}

/** `totalPages` counts all messages, or those after or before the given position. As `seq` has no gaps, no rows are read. */
function getSeqRange({ page = 1, limit, after, before }: MessagesQuery, lastSeq: number): SeqRange {
  if (after !== undefined) {
    const last = Math.min(after + limit, lastSeq);
    return { first: after + 1, last, ...buildPaging({ page: 1, limit }, Math.max(0, lastSeq - after)) };
  }
  if (before !== undefined) {
    const last = Math.min(before - 1, lastSeq);
    return { first: Math.max(1, last - limit + 1), last, ...buildPaging({ page: 1, limit }, Math.max(0, last)) };
  }
  const last = lastSeq - (page - 1) * limit;
  return { first: Math.max(1, last - limit + 1), last, ...buildPaging({ page, limit }, lastSeq) };
}

interface ConversationMessagesQuery extends MessagesQuery {
  conversationId: string;
  viewerId: string;
}

/** Reads `lastSeq` and `revision` first, so that the response contains all messages and changes up to them. */
async function listMessages(
  db: Db,
  linkTo: LinkTo,
  { conversationId, viewerId, ...query }: ConversationMessagesQuery,
): Promise<MessagesResponse> {
  const { conversation, participants } = await readOwnConversation(db, conversationId, viewerId);
  const { lastSeq, revision } = conversation;
  const present = (all: WrittenMessage[]) => all.map((one) => presentMessage(one, participants, linkTo));
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

/** GET /chat/messages/:id, in order of `seq`. */
function messagesRoute(app: App, { db }: { db: Db }, linkTo: LinkTo): void {
  const schema = { tags: ['chat'], params: idParams, querystring: messagesQueryRules, response: { 200: messagesResponse } };
  app.get('/chat/messages/:id', { config: { access: 'signed-in' }, schema }, (request) =>
    listMessages(db, linkTo, { conversationId: request.params.id, viewerId: requireCaller(request).user.id, ...request.query }),
  );
}

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
function conversationFilesRoute(app: App, { db }: { db: Db }, linkTo: LinkTo): void {
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

export const chatFeature: Feature<Deps> = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  const { linkTo } = await createFileLinks(deps.db);
  registerMessageSubscribers(deps.outbox, deps.realtime, linkTo);
  deps.jobs.hourly('abandoned files of messages', () => deleteAbandonedUploads(deps, INCOMING_MESSAGES));
  conversationRoutes(app, deps);
  conversationFilesRoute(app, deps, linkTo);
  searchRoute(app, deps);
  messagesRoute(app, deps, linkTo);
  const sendDeps = { ...deps, linkTo };
  sendRoute(app, sendDeps);
  changeMessageRoutes(app, sendDeps);
  handleSocketMessages(sendDeps);
};
