import * as yup from 'yup';
import { CHAT, PAGE_SIZES } from '../limits.ts';
import { hasLength } from './lengths.ts';
import { number } from './numbers.ts';
import { pagingFields } from './paging.ts';
import type { RequestInput } from './paging.ts';
import { id, markdown, typedText } from './texts.ts';

const { page, limit } = pagingFields(PAGE_SIZES.messages);
const seq = number().integer('Position must be a whole number').min(0, 'Position must be at least 0');

/** `GET /chat/conversations`, newest first. `search` matches names and problem titles. */
export const conversationsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.conversations),
  search: typedText().test(hasLength('A search', { max: CHAT.searchMax })),
});

/** `POST /chat/conversations`: 201 if created, 200 if it exists. Without `problemId` only to a solver. */
export const openConversationRules = yup.object({
  problemId: id('Problem not found'),
  userId: id('User not found').required('User not found'),
});
export type OpenConversationBody = yup.InferType<typeof openConversationRules>;

export const readConversationRules = yup.object({ seq });

/** A page (1 is the newest), messages next to a `seq`, or those changed after a `revision`. */
export const messagesQueryRules = yup
  .object({ page: page.optional().default(undefined), limit, after: seq, before: seq, changedAfter: seq })
  .test('one of them', ({ page: requestedPage, after, before, changedAfter }, { createError }) => {
    const parameters = Object.entries({ page: requestedPage, after, before, changedAfter }).filter(
      ([, value]) => value !== undefined,
    );
    const [, second] = parameters;
    return (
      second === undefined || createError({ path: second[0], message: 'Use only one of page, after, before and changedAfter' })
    );
  });
export type MessagesQuery = RequestInput<typeof messagesQueryRules>;

const content = markdown('A message')
  .default('')
  .test(hasLength('A message', { max: CHAT.contentMax }))
  .test('something', 'Write something first', (text, { options }) => text !== '' || (options.context?.['fileCount'] ?? 0) > 0);

/** `POST /chat/messages`. `content` may be empty if the yup context `fileCount` is above 0. */
export const messageRules = yup.object({
  conversationId: id('Conversation not found').required('Conversation not found'),
  clientId: id('clientId must be a UUID').required('clientId must be a UUID'),
  content,
  replyTo: id('Message not found'),
});

export const editMessageRules = yup.object({ content });
export type EditMessageBody = yup.InferType<typeof editMessageRules>;

export const searchMessagesRules = yup.object({
  ...pagingFields(PAGE_SIZES.foundMessages),
  q: typedText()
    .required('Enter a search term')
    .test(hasLength('A search', { max: CHAT.searchMax })),
  conversation: id('Conversation not found'),
});

export const conversationFilesRules = yup.object(pagingFields(PAGE_SIZES.conversationFiles));

/** Body of `POST /chat/messages` without files, and of the socket event `send_message`. */
export type SendMessageBody = yup.InferType<typeof messageRules>;
