import type { Paging } from '@solvent/contracts';
import type { messagesQueryRules } from '@solvent/contracts/rules/chat';
import type { InferType } from 'yup';
import { buildPaging } from '../../platform/http/paging.ts';

/** Which messages are asked for: a page, the newest first, or what follows or comes before a place. */
export type MessagesQuery = InferType<typeof messagesQueryRules>;

/** Places of messages, the first and the last of them included; none where `last` is less than `first`. */
interface Places extends Paging {
  first: number;
  last: number;
}

/**
 * The places that a query asks for. As they have no gap, a page is found by counting, however far back it lies.
 * @param lastSeq place of the conversation's latest message
 * @returns with `totalPages`: how many pages of that length there are, of all, of what follows, or of what comes before
 */
export function placesOf({ page = 1, limit, after, before }: MessagesQuery, lastSeq: number): Places {
  if (after !== undefined)
    return {
      first: after + 1,
      last: Math.min(after + limit, lastSeq),
      ...buildPaging({ page: 1, limit }, Math.max(0, lastSeq - after)),
    };
  if (before !== undefined) {
    const last = Math.min(before - 1, lastSeq);
    return { first: Math.max(1, last - limit + 1), last, ...buildPaging({ page: 1, limit }, Math.max(0, last)) };
  }
  const last = lastSeq - (page - 1) * limit;
  return { first: Math.max(1, last - limit + 1), last, ...buildPaging({ page, limit }, lastSeq) };
}
