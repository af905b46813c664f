import { and, eq, sql } from 'drizzle-orm';
import type { ModuleOpinion, OpinionBody } from '@solvent/contracts';
import type { Db, Tx } from '../../../../platform/db/connect.ts';
import { moduleFigures, moduleOpinions } from '../../schema.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';
import { opinionOf } from '../../opinions.ts';
import { findVisible } from '../../visible-module.ts';

/** Who says what of which module. */
interface Saying {
  userId: string;
  idOrSlug: string;
  body: OpinionBody;
}

/** A review, and whether it is the person's first of this module. */
interface Said {
  review: ModuleOpinion;
  isNew: boolean;
}

/** The module, if this person has it. @throws AppError */
async function reviewable(tx: Tx, { userId, idOrSlug }: Saying): Promise<string> {
  const { id, own, owned } = await findVisible(tx, idOrSlug, userId);
  if (own) throw new AppError('conflict', 'This is your own module: others review it, and you can answer them.');
  if (!owned) throw new AppError('forbidden', 'Only people who have this module can review it: buy or download it first.');
  return id;
}

/** Adds stars to the module's figures. */
async function addStars(tx: Tx, moduleId: string, stars: number, reviews: number): Promise<void> {
  const total = sql`${moduleFigures.ratingTotal} + ${stars}::int`;
  const count = sql`${moduleFigures.ratingCount} + ${reviews}::int`;
  await tx.update(moduleFigures).set({ ratingTotal: total, ratingCount: count }).where(eq(moduleFigures.moduleId, moduleId));
}

async function store(tx: Tx, moduleId: string, { userId, body }: Saying): Promise<boolean> {
  const { rating, text } = body;
  // Who reviews this module at the same time waits here: of two reviews of one person, the second finds the first.
  const figures = tx.select({ id: moduleFigures.moduleId }).from(moduleFigures);
  const held = await figures.where(eq(moduleFigures.moduleId, moduleId)).for('update');
  if (held.length === 0) throw notFound('This module');
  const own = and(eq(moduleOpinions.moduleId, moduleId), eq(moduleOpinions.userId, userId));
  const [earlier] = await tx.select({ rating: moduleOpinions.rating }).from(moduleOpinions).where(own);
  const now = new Date();
  if (earlier === undefined)
    await tx.insert(moduleOpinions).values({ moduleId, userId, rating, text, createdAt: now, updatedAt: now });
  else await tx.update(moduleOpinions).set({ rating, text, updatedAt: now }).where(own);
  await addStars(tx, moduleId, rating - (earlier?.rating ?? 0), earlier === undefined ? 1 : 0);
  return earlier === undefined;
}

/**
 * Stores what somebody who has a module says of it; a second time takes the place of the first. The module's stars are
 * counted in the same transaction.
 * @throws AppError `not_found`; `conflict` for one's own module; `forbidden` to who does not have it
 */
export function sayOpinion(db: Db, saying: Saying): Promise<Said> {
  return db.transaction(async (tx) => {
    const moduleId = await reviewable(tx, saying);
    const isNew = await store(tx, moduleId, saying);
    const review = await opinionOf(tx, moduleId, saying.userId);
    if (review === null) throw new Error('A stored review was not found again');
    return { review, isNew };
  });
}
