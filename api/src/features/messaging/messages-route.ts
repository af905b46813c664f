import { and, between, eq } from 'drizzle-orm';
import type { MessagesAnswer } from '@solvent/contracts';
import { messagesQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../access/access.ts';
import { messageSchema, presentMessage } from './present-message.ts';
import type { LinkTo } from './present-message.ts';
import { readMessages, readTalk } from './read-messages.ts';
import type { Db } from '../../platform/db/connect.ts';
import { messages } from './schema.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../feature.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { idParams } from '../../platform/http/params.ts';
import { stretchOf } from './message-stretch.ts';
import type { StretchQuery } from './message-stretch.ts';

const messagesAnswer = answerSchema({ messages: json.list(messageSchema), lastSeq: json.integer, ...pagingSchema });

interface Question extends StretchQuery {
  conversationId: string;
  viewerId: string;
}

/** Asks where the conversation is first: up to there, all messages are there, whoever writes meanwhile. */
async function answer(db: Db, linkTo: LinkTo, { conversationId, viewerId, ...query }: Question): Promise<MessagesAnswer> {
  const talk = await readTalk(db, conversationId, viewerId);
  if (talk === undefined) throw notFound('This conversation');
  const { conversation, talkers } = talk;
  const { first, last, ...paging } = stretchOf(query, conversation.lastSeq);
  const places = and(eq(messages.conversationId, conversation.id), between(messages.seq, first, last));
  const written = last < first ? [] : await readMessages(db, places);
  return { messages: written.map((one) => presentMessage(one, talkers, linkTo)), lastSeq: conversation.lastSeq, ...paging };
}

/** GET /chat/messages/:id: in order of `seq`, without a gap. */
export function messagesRoute(app: App, { db }: { db: Db }, linkTo: LinkTo): void {
  const schema = { tags: ['chat'], params: idParams, querystring: messagesQueryRules, response: { 200: messagesAnswer } };
  app.get('/chat/messages/:id', { config: { access: 'signed-in' }, schema }, (request) =>
    answer(db, linkTo, { conversationId: request.params.id, viewerId: signedIn(request).user.id, ...request.query }),
  );
}
