import { PAGE_SIZES } from '@solvent/contracts';
import type { MessagesAnswer, MessagesQuery } from '@solvent/contracts';
import { http } from '@solvent/http';
import type { FetchAfter } from '@solvent/socket/message-log';
import { meaningOf } from './failure-meaning.ts';

async function fetchMessages(conversationId: string, params: MessagesQuery, signal?: AbortSignal): Promise<MessagesAnswer> {
  const config = { params: { limit: PAGE_SIZES.messages, ...params }, ...(signal && { signal }) };
  const { data } = await http.get<MessagesAnswer>(`/chat/messages/${encodeURIComponent(conversationId)}`, config);
  return data;
}

/** The newest 100 (product 9.2). */
export const fetchLatest = (conversationId: string, signal: AbortSignal): Promise<MessagesAnswer> =>
  fetchMessages(conversationId, { page: 1 }, signal);

/** The 100 that come before a `seq`. */
export const fetchBefore = (conversationId: string, before: number): Promise<MessagesAnswer> =>
  fetchMessages(conversationId, { before });

/** The first 100 that follow a `seq`. */
export const fetchAfter: FetchAfter = async (conversationId, after) => {
  try {
    return await fetchMessages(conversationId, { after });
  } catch (error) {
    throw meaningOf(error, 'The messages could not be loaded.');
  }
};

/** Messages count from 1 without a gap. */
export const hasOlder = ([first]: MessagesAnswer['messages']): boolean => first !== undefined && first.seq > 1;
