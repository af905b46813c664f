import type { NotificationType } from '@solvent/contracts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { personBlocks } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * Decides what a block between two users prevents (product 4.24, decision 0085): an action is rejected (`assertNotBlocked`),
 * published without a notification (`isNotified`), hidden (`hasBlockBetween`), or stays possible.
 */

export const BLOCK_MESSAGES = {
  write: { blocked: 'You cannot write to this person.', blocker: 'You have blocked this person. Unblock them to write.' },
  invite: { blocked: 'You cannot invite this person.', blocker: 'You have blocked this person. Unblock them to invite them.' },
  bid: { blocked: 'You cannot bid on this problem.', blocker: 'You have blocked this person. Unblock them to bid.' },
  accept: { blocked: 'You cannot accept this bid.', blocker: 'You have blocked this person. Unblock them to accept the bid.' },
  comment: { blocked: 'You cannot comment on this problem.', blocker: 'You have blocked this person. Unblock them to comment.' },
} as const;

/** Notifications about the recipient's own bids, agreements and sales ignore blocks, because those stay workable. */
const IS_NOTIFIED_DESPITE_BLOCK: Record<NotificationType, boolean> = {
  new_message: false,
  message_received: false,
  new_bid: false,
  invited: false,
  question: false,
  answer: false,
  budget_changed: false,
  problem_changed: false,
  saved_closed: false,
  module_reviewed: false,
  module_version: false,
  bid_accepted: true,
  bid_rejected: true,
  delivered: true,
  agreement_changed: true,
  solved: true,
  paid: true,
  parted: true,
  disputed: true,
  rated: true,
  module_sold: true,
  module_decided: true,
  moderated: true,
  sign_in_added: true,
  payment_details: true,
  search_matched: true,
};

/** Returns whether either user has blocked the other. @param one a column of the outer query or an id, as `other` */
export const hasBlockBetween = (one: SQLWrapper | string, other: SQLWrapper | string): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM ${personBlocks} WHERE (${personBlocks.blockerId}, ${personBlocks.blockedId}) IN ((${one}, ${other}), (${other}, ${one})))`;

/** @param actorId null if no user caused the event */
export const isNotified = (type: NotificationType, actorId: string | null, userId: SQLWrapper): SQL =>
  actorId === null || IS_NOTIFIED_DESPITE_BLOCK[type] ? sql`true` : sql`NOT ${hasBlockBetween(sql`${actorId}::uuid`, userId)}`;

export const isBlock = (blockerId: string, blockedId: string) =>
  and(eq(personBlocks.blockerId, blockerId), eq(personBlocks.blockedId, blockedId));

/** @throws AppError `forbidden`; the message for the blocked user does not disclose the block */
export async function assertNotBlocked(
  db: Executor,
  callerId: string,
  otherId: string,
  action: keyof typeof BLOCK_MESSAGES,
): Promise<void> {
  const isBetween = or(isBlock(callerId, otherId), isBlock(otherId, callerId));
  const found = await db.select().from(personBlocks).where(isBetween);
  if (found.length === 0) return;
  const isOwn = found.some(({ blockerId }) => blockerId === callerId);
  throw new AppError('forbidden', BLOCK_MESSAGES[action][isOwn ? 'blocker' : 'blocked']);
}
