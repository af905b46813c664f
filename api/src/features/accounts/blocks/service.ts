import type { BlockedPerson } from '@solvent/contracts';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { personBlocks, users } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';

/**
 * Blocks somebody: neither writes to, invites or bids for the other until it is taken back. The other one is not told. Again, it
 * changes nothing.
 * @throws AppError `not_found` without such a person; `conflict` for oneself
 */
export async function blockPerson(db: Executor, blockerId: string, blockedId: string): Promise<void> {
  if (blockerId === blockedId.toLowerCase()) throw new AppError('conflict', 'You cannot block yourself.');
  if ((await db.$count(users, and(eq(users.id, blockedId), isNull(users.deletedAt)))) === 0) throw notFound('This person');
  await db.insert(personBlocks).values({ blockerId, blockedId, createdAt: new Date() }).onConflictDoNothing();
}

const isBlock = (blockerId: string, blockedId: string) =>
  and(eq(personBlocks.blockerId, blockerId), eq(personBlocks.blockedId, blockedId));

/** Takes a block back, if there is one. */
export async function unblockPerson(db: Executor, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(personBlocks).where(isBlock(blockerId, blockedId));
}

/** Whom somebody has blocked, the latest first. */
export async function blockedBy(db: Executor, blockerId: string): Promise<BlockedPerson[]> {
  const found = await db
    .select({ _id: users.id, name: users.name, image: users.image, blockedAt: personBlocks.createdAt })
    .from(personBlocks)
    .innerJoin(users, eq(users.id, personBlocks.blockedId))
    .where(and(eq(personBlocks.blockerId, blockerId), isNull(users.deletedAt)))
    .orderBy(desc(personBlocks.createdAt), users.id);
  return found.map(({ blockedAt, ...person }) => ({ ...person, blockedAt: blockedAt.toISOString() }));
}

/** Whether one of two people, of the query around it or by id, has blocked the other. */
export const areApart = (one: SQLWrapper, other: SQLWrapper | string): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM ${personBlocks} WHERE (${personBlocks.blockerId}, ${personBlocks.blockedId}) IN ((${one}, ${other}), (${other}, ${one})))`;

/** What cannot be done where one of two has blocked the other, as each of them reads it. */
const REFUSALS = {
  write: { blocked: 'You cannot write to this person.', blocker: 'You have blocked this person. Unblock them to write.' },
  invite: { blocked: 'You cannot invite this person.', blocker: 'You have blocked this person. Unblock them to invite them.' },
  bid: { blocked: 'You cannot bid on this problem.', blocker: 'You have blocked this person. Unblock them to bid.' },
  accept: { blocked: 'You cannot accept this bid.', blocker: 'You have blocked this person. Unblock them to accept the bid.' },
} as const;

/**
 * Refuses what people who have blocked each other cannot do (product 4.24).
 * @throws AppError `forbidden` with a sentence: who is blocked does not read why
 */
export async function refuseBlocked(db: Executor, callerId: string, otherId: string, what: keyof typeof REFUSALS): Promise<void> {
  const found = await db
    .select({ blockerId: personBlocks.blockerId })
    .from(personBlocks)
    .where(or(isBlock(callerId, otherId), isBlock(otherId, callerId)));
  if (found.length === 0) return;
  const isOwn = found.some(({ blockerId }) => blockerId === callerId);
  throw new AppError('forbidden', REFUSALS[what][isOwn ? 'blocker' : 'blocked']);
}
