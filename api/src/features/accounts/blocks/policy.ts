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
const NOTIFIED_DESPITE_BLOCK: ReadonlySet<NotificationType> = new Set([
  'bid_accepted',
  'bid_rejected',
  'delivered',
  'agreement_changed',
  'solved',
  'paid',
  'parted',
  'disputed',
  'rated',
  'module_sold',
  'module_decided',
  'moderated',
  'sign_in_added',
]);

/** Returns whether either user has blocked the other. @param one a column of the outer query or an id, as `other` */
export const hasBlockBetween = (one: SQLWrapper | string, other: SQLWrapper | string): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM ${personBlocks} WHERE (${personBlocks.blockerId}, ${personBlocks.blockedId}) IN ((${one}, ${other}), (${other}, ${one})))`;

/** @param actorId null if no user caused the event */
export const isNotified = (type: NotificationType, actorId: string | null, userId: SQLWrapper): SQL =>
  actorId === null || NOTIFIED_DESPITE_BLOCK.has(type) ? sql`true` : sql`NOT ${hasBlockBetween(sql`${actorId}::uuid`, userId)}`;

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
