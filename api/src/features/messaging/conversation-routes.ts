import { desc, eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Conversation, ConversationsAnswer } from '@solvent/contracts';
import { conversationsQueryRules, openConversationRules, readConversationRules } from '@solvent/contracts/rules';
import { signedIn } from '../../access/access.ts';
import { conversationSchema, presentConversations } from './present-conversation.ts';
import { countConversations, countUnreadConversations, matchesSearch, selectConversations } from './select-conversations.ts';
import { conversations } from './schema.ts';
import type { UserRow } from '../accounts/schema/users.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../feature.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { idParams } from '../../platform/http/params.ts';
import { SEARCHES } from '../../platform/limits/register-limits.ts';
import { openOrFind } from './open-or-find.ts';
import { readConversation } from './read-conversation.ts';

const tags = ['chat'];
const access = 'signed-in' as const;
const conversationAnswer = answerSchema({ conversation: conversationSchema });
const conversationsAnswer = answerSchema({
  conversations: json.list(conversationSchema),
  unreadCount: json.integer,
  ...pagingSchema,
});
const readAnswer = answerSchema({ readSeq: json.integer, unreadCount: json.integer });

interface Stretch {
  page: number;
  limit: number;
}

async function list(deps: Deps, viewer: UserRow, condition: SQL | undefined, stretch: Stretch): Promise<ConversationsAnswer> {
  const { db, realtime } = deps;
  const seen = await selectConversations(db, viewer.id, condition)
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(stretch.limit)
    .offset((stretch.page - 1) * stretch.limit);
  const total = await countConversations(db, viewer.id, condition);
  const unreadCount = await countUnreadConversations(db, viewer.id);
  return { conversations: await presentConversations(realtime, viewer, seen), unreadCount, ...pagingOf(stretch, total) };
}

async function read({ db, realtime }: Deps, viewer: UserRow, id: string): Promise<Conversation> {
  const seen = await selectConversations(db, viewer.id, eq(conversations.id, id));
  const [conversation] = await presentConversations(realtime, viewer, seen);
  if (conversation === undefined) throw notFound('This conversation');
  return conversation;
}

/** GET /chat/conversations: own ones, the newest first. */
function listRoute(app: App, deps: Deps): void {
  const config = { access, ...SEARCHES };
  const schema = { tags, querystring: conversationsQueryRules, response: { 200: conversationsAnswer } };
  app.get('/chat/conversations', { config, schema }, (request) => {
    const { search, ...stretch } = request.query;
    return list(deps, signedIn(request).user, matchesSearch(search), stretch);
  });
}

/** POST /chat/conversations: 201 opened it, 200 found it. */
function openRoute(app: App, deps: Deps): void {
  const config = { access, limit: 'conversations' } as const;
  const schema = { tags, body: openConversationRules, response: { 200: conversationAnswer, 201: conversationAnswer } };
  app.post('/chat/conversations', { config, schema }, async (request, reply) => {
    const { user } = signedIn(request);
    const { id, isNew } = await openOrFind(deps.db, user.id, request.body);
    const conversation = await read(deps, user, id);
    reply.code(isNew ? 201 : 200);
    return { conversation };
  });
}

function oneRoutes(app: App, deps: Deps): void {
  const schema = { tags, params: idParams, response: { 200: conversationAnswer } };
  app.get('/chat/conversations/:id', { config: { access }, schema }, async (request) => ({
    conversation: await read(deps, signedIn(request).user, request.params.id),
  }));
  const reading = { tags, params: idParams, body: readConversationRules, response: { 200: readAnswer } };
  app.put('/chat/conversations/:id/read', { config: { access, limit: 'reading' }, schema: reading }, (request) =>
    readConversation(deps, {
      conversationId: request.params.id,
      readerId: signedIn(request).user.id,
      seq: request.body.seq,
    }),
  );
}

/** Conversations (api "Endpoints", /chat/conversations). */
export function conversationRoutes(app: App, deps: Deps): void {
  listRoute(app, deps);
  openRoute(app, deps);
  oneRoutes(app, deps);
}
