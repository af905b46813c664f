import { gt, isNull, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../accounts/service.ts';
import { conversations, messages } from './schema.ts';

/** Whether the two of a conversation both have it in their lists: someone has written, or both have opened it (product 4.26). */
export const isShared = (of: Record<'lastSeq' | 'openedBy', SQLWrapper>): SQL | undefined =>
  or(gt(of.lastSeq, 0), isNull(of.openedBy));

/** Whether the two of the conversation of the outer query see each other online (product 4.24, 4.26). */
export const showsPresence = (): SQL<boolean> =>
  sql<boolean>`((${isShared(conversations)}) AND NOT ${hasBlockBetween(conversations.firstId, conversations.secondId)})`;

/**
 * How far a participant has read, as the other one sees it: while a block separates them, up to what they wrote last, so that the other
 * one does not see them read (product 4.24).
 */
export function visibleReadSeq(place: Record<'conversationId' | 'userId' | 'readSeq', AnyPgColumn>): SQL<number> {
  const written = sql`SELECT max(said.seq) FROM ${messages} AS said WHERE said.conversation_id = ${place.conversationId} AND said.sender_id = ${place.userId}`;
  const shown = sql<number>`CASE WHEN ${hasBlockBetween(conversations.firstId, conversations.secondId)} THEN least(${place.readSeq}, coalesce((${written}), 0)) ELSE ${place.readSeq} END`;
  return shown.mapWith(Number);
}
