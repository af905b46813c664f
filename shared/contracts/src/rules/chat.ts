import * as yup from 'yup';
import { CHAT, PAGE_SIZES } from '../constants.ts';
import { pagingFields } from './paging.ts';
import { markdown } from './texts.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const id = (text: string) => yup.string().matches(UUID, text);
const { page, limit } = pagingFields(PAGE_SIZES.messages);
const seq = yup.number().integer('A place in a conversation is a whole number').min(0, 'Places count from 0');

/** Query of `GET /chat/conversations`. */
export const conversationsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.conversations),
  search: yup.string().trim().max(CHAT.searchMax, `A search cannot exceed ${CHAT.searchMax} characters`),
});

/** `POST /chat/conversations`. */
export const openConversationRules = yup.object({
  problemId: id('There is no such problem'),
  userId: id('There is no such person').required('There is no such person'),
});

/** `PUT /chat/conversations/{id}/read`: the body may be left out. */
export const readConversationRules = yup.object({ seq });

/** Query of `GET /chat/messages/{conversationId}`. */
export const messagesQueryRules = yup
  .object({ page: page.optional().default(undefined), limit, after: seq, before: seq })
  .test('one of them', ({ page: asked, after, before }, { createError }) => {
    const given = Object.entries({ page: asked, after, before }).filter(([, value]) => value !== undefined);
    const [, second] = given;
    return (
      second === undefined ||
      createError({ path: second[0], message: 'Ask for a page, for what follows or for what comes before' })
    );
  });

/**
 * The texts of `POST /chat/messages`. Spaces at the ends go. Where files come with it, `content` may be empty: who sends
 * them says so with the context `{ fileCount }`.
 */
export const messageRules = yup.object({
  conversationId: id('There is no such conversation').required('There is no such conversation'),
  clientId: id('A message needs a clientId: a UUID').required('A message needs a clientId: a UUID'),
  content: markdown('A message')
    .default('')
    .max(CHAT.contentMax, `A message cannot exceed ${CHAT.contentMax.toLocaleString('en-US')} characters`)
    .test(
      'something',
      'Write something first',
      (content, { options }) => content !== '' || (options.context?.['fileCount'] ?? 0) > 0,
    ),
});
