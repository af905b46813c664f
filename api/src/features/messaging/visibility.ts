import { gt, isNull, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../accounts/index.ts';
import { conversations, messages } from '../../schema/index.ts';

/** Both participants list a conversation once it has a message or both have opened it (product 4.26). */
export const isShared = ({ lastSeq, openedBy }: Record<'lastSeq' | 'openedBy', SQLWrapper>): SQL | undefined =>
  or(gt(lastSeq, 0), isNull(openedBy));

/** Whether the participants of the outer query's conversation see each other online (product 4.24, 4.26). */
export const showsPresence = (): SQL<boolean> =>
  sql<boolean>`((${isShared(conversations)}) AND NOT ${hasBlockBetween(conversations.firstId, conversations.secondId)})`;

/** A participant's read position as the other one sees it. During a block it ends at their own last message (product 4.24). */
export function visibleReadSeq(participant: Record<'conversationId' | 'userId' | 'readSeq', AnyPgColumn>): SQL<number> {
  const written = sql`SELECT max(sent.seq) FROM ${messages} AS sent WHERE sent.conversation_id = ${participant.conversationId} AND sent.sender_id = ${participant.userId}`;
  const shown = sql<number>`CASE WHEN ${hasBlockBetween(conversations.firstId, conversations.secondId)} THEN least(${participant.readSeq}, coalesce((${written}), 0)) ELSE ${participant.readSeq} END`;
  return shown.mapWith(Number);
}
