import multipart from '@fastify/multipart';
import type { Conversation, ConversationsResponse, MessagesResponse, PageQuery, Paging } from '@solvent/contracts';
import {
  conversationsQueryRules,
  messageRules,
  messagesQueryRules,
  openConversationRules,
  readConversationRules,
} from '@solvent/contracts/rules/chat';
import {
  conversationResponse,
  conversationsResponse,
  markReadResponse,
  messageResponse,
  messagesResponse,
} from '@solvent/contracts/schemas';
import { and, between, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InferType } from 'yup';
import { requireCaller } from '../accounts/index.ts';
import { createFileLinks, deleteAbandonedUploads, receiveForm } from '../files/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { messages } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { changeMessageRoutes } from './change-message.ts';
import { conversationFilesRoute } from './conversation-files.ts';
import { registerMessageSubscribers } from './events.ts';
import { INCOMING_MESSAGES, messageForm } from './message-form.ts';
import { findConversation, listConversations, presentConversations } from './conversations.ts';
import { presentMessage, readChanged, readMessages, readOwnConversation } from './messages.ts';
import type { LinkTo, WrittenMessage } from './messages.ts';
import { markConversationRead } from './mark-read.ts';
import { searchRoute } from './search.ts';
import { sendMessage } from './send-message.ts';
import type { SendDeps, SentMessage } from './send-message.ts';
import { openOrFind } from './service.ts';
import type { Db } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { LONG_BODY_LIMITS } from '../../platform/http/body-parsers.ts';
import { isMultipart, jsonOrMultipart } from '../../platform/http/multipart.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import { validateBody, validateForm } from '../../platform/http/yup-validation.ts';
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

function getSender(request: FastifyRequest) {
  const { user, sessionId } = requireCaller(request);
  return { userId: user.id, sessionId };
}

async function sendText(deps: SendDeps, request: FastifyRequest): Promise<SentMessage> {
  const fields = validateBody(messageRules, request.body);
  return sendMessage(deps, { sender: getSender(request), ...fields, files: [] });
}

async function sendForm(deps: SendDeps, request: FastifyRequest, reply: FastifyReply): Promise<SentMessage> {
  const sender = getSender(request);
  return receiveForm(deps, request, reply, messageForm(deps, sender.userId), async ({ texts, files: { files }, discard }) => {
    const fields = validateForm(messageRules, texts, { fileCount: files.length });
    const sent = await sendMessage(deps, { sender, ...fields, files });
    if (!sent.isNew) await discard();
    return sent;
  });
}

/** POST /chat/messages as a form, or as JSON without files: 201 for a new message, 200 for a repeated one. */
function sendRoute(app: App, deps: SendDeps): void {
  const schema = {
    tags: ['chat'],
    consumes: ['application/json', 'multipart/form-data'],
    response: { 200: messageResponse, 201: messageResponse },
  };
  app.post(
    '/chat/messages',
    {
      config: { access: 'signed-in', limit: 'messages' },
      bodyLimit: LONG_BODY_LIMITS.message,
      preParsing: jsonOrMultipart('message'),
      schema,
    },
    async (request, reply) => {
      const send = isMultipart(request) ? sendForm : sendText;
      const { message, isNew } = await send(deps, request, reply);
      reply.code(isNew ? 201 : 200);
      return { message };
    },
  );
}

/** A rejected socket message is not acknowledged. The client repeats it as a request, which gets the reason. */
function handleSocketMessages(deps: SendDeps): void {
  deps.realtime.onMessage(async ({ userId, sessionId, ip }, payload) => {
    // The same limiter as for requests that write (request-concurrency.ts).
    const release = await deps.limiters.requests.acquire(getNetwork(ip, WIDEST_PREFIX_BITS));
    await deps.limits.consume('messages', { ip, account: userId }).finally(release);
    const fields = validateBody(messageRules, payload);
    const { message } = await sendMessage(deps, { sender: { userId, sessionId }, ...fields, files: [] });
    return message;
  });
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
