import type { BlockedPerson } from '@solvent/contracts';
import { and, desc, eq, isNull } from 'drizzle-orm';
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
export async function listBlocked(db: Executor, blockerId: string): Promise<BlockedPerson[]> {
  const found = await db
    .select({ _id: users.id, name: users.name, image: users.image, blockedAt: personBlocks.createdAt })
    .from(personBlocks)
    .innerJoin(users, eq(users.id, personBlocks.blockedId))
    .where(and(eq(personBlocks.blockerId, blockerId), isNull(users.deletedAt)))
    .orderBy(desc(personBlocks.createdAt), users.id);
  return found.map(({ blockedAt, ...person }) => ({ ...person, blockedAt: blockedAt.toISOString() }));
}
