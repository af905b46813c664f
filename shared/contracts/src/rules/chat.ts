import * as yup from 'yup';
import { CHAT, PAGE_SIZES } from '../limits.ts';
import { formatNumber } from '../format-number.ts';
import { pagingFields } from './paging.ts';
import type { AsSent } from './paging.ts';
import { id, markdown } from './texts.ts';

const { page, limit } = pagingFields(PAGE_SIZES.messages);
const seq = yup.number().integer('A place in a conversation is a whole number').min(0, 'Places count from 0');

/** Query of `GET /chat/conversations`: the newest first. `search` finds names and problems' titles. */
export const conversationsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.conversations),
  search: yup.string().trim().max(CHAT.searchMax, `A search cannot exceed ${CHAT.searchMax} characters`),
});

/** `POST /chat/conversations`: 201 opens one, 200 found it. Without `problemId` to a solver alone. */
export const openConversationRules = yup.object({
  problemId: id('There is no such problem'),
  userId: id('There is no such person').required('There is no such person'),
});
export type OpenConversationBody = yup.InferType<typeof openConversationRules>;

/** `PUT /chat/conversations/{id}/read`: up to `seq`, or up to the latest one; the body may be left out. */
export const readConversationRules = yup.object({ seq });

/**
 * Query of `GET /chat/messages/{conversationId}`: a page, of which 1 is the newest; the earliest that come after a `seq`; the
 * latest that come before one; or those that were changed after a `revision`, in that order.
 */
export const messagesQueryRules = yup
  .object({ page: page.optional().default(undefined), limit, after: seq, before: seq, changedAfter: seq })
  .test('one of them', ({ page: asked, after, before, changedAfter }, { createError }) => {
    const given = Object.entries({ page: asked, after, before, changedAfter }).filter(([, value]) => value !== undefined);
    const [, second] = given;
    return (
      second === undefined ||
      createError({ path: second[0], message: 'Ask for a page, for what follows or for what comes before' })
    );
  });
export type MessagesQuery = AsSent<typeof messagesQueryRules>;

const content = markdown('A message')
  .default('')
  .max(CHAT.contentMax, `A message cannot exceed ${formatNumber(CHAT.contentMax)} characters`)
  .test('something', 'Write something first', (text, { options }) => text !== '' || (options.context?.['fileCount'] ?? 0) > 0);

/**
 * The texts of `POST /chat/messages`. Spaces at the ends go. Where files come with it, `content` may be empty: who sends
 * them says so with the context `{ fileCount }`.
 */
export const messageRules = yup.object({
  conversationId: id('There is no such conversation').required('There is no such conversation'),
  /** The sender's own id for it: the same one is stored once. */
  clientId: id('A message needs a clientId: a UUID').required('A message needs a clientId: a UUID'),
  content,
  /** Id of the message of the same conversation that this one answers. */
  replyTo: id('There is no such message'),
});

/** `PUT /chat/messages/{id}`: other words for an own message. Whether they may be empty says the context `{ fileCount }`. */
export const editMessageRules = yup.object({ content });
export type EditMessageBody = yup.InferType<typeof editMessageRules>;

/** Query of `GET /chat/search`: in one conversation, or in all of one's own. */
export const searchMessagesRules = yup.object({
  ...pagingFields(PAGE_SIZES.foundMessages),
  q: yup
    .string()
    .trim()
    .required('Say what to search for')
    .max(CHAT.searchMax, `A search cannot exceed ${CHAT.searchMax} characters`),
  conversation: id('There is no such conversation'),
});

/** Query of `GET /chat/conversations/{id}/files`. */
export const conversationFilesRules = yup.object(pagingFields(PAGE_SIZES.conversationFiles));

/** What `POST /chat/messages` takes beside files, and what is said as `send_message`: a message without files. */
export type SendMessageBody = yup.InferType<typeof messageRules>;
