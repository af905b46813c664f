import { eq, or } from 'drizzle-orm';
import { moduleReviews, modules, users } from '../../schema/index.ts';
import type { ModuleRow } from '../../schema/index.ts';
import { markAsMalware, publishModeration, removeTakeDown, storeTakeDown } from '../moderation/index.ts';
import type { ModeratedContent, TakeDown } from '../moderation/index.ts';
import { notifyGrouped, quoteTitle, stripPlaceholder } from '../notifications/index.ts';
import { findOwnerIds, removeReviewText } from './notifications.ts';
import { addStars, lockFigures } from './reviews.ts';
import { setMediaVisibility } from './visibility.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { conflict } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

async function lockModule(tx: Tx, idOrSlug: string): Promise<ModuleRow | undefined> {
  const isNamed = or(isId(idOrSlug) ? eq(modules.id, idOrSlug) : undefined, eq(modules.slug, idOrSlug));
  const found = await tx.select().from(modules).where(isNamed).for('update');
  return found.find(({ id }) => id === idOrSlug) ?? found[0];
}

const moderatedModule = ({ id, authorId, title }: ModuleRow): ModeratedContent => {
  const label = `Your module ${quoteTitle(title)}`;
  return { kind: 'module', subjectId: id, authorId, label, moduleId: id };
};

// Downloads count even if the module is paid or unpublished now: users still have copies.
async function warnOwners(tx: Tx, events: Events, module: ModuleRow, reason: string): Promise<void> {
  const userIds = await findOwnerIds(tx, module, true);
  const message = `${quoteTitle(module.title)} is harmful and was taken down: ${stripPlaceholder(reason)} Stop using it and delete your copies.`;
  const warning = { type: 'moderated', title: 'Harmful module taken down', message } as const;
  await notifyGrouped(tx, events, { ...warning, actor: null, moduleId: module.id, userIds });
}

/**
 * Malware is also withdrawn from buyers (product 6.10), even if the module is already taken down.
 * @returns undefined if there is no such module, as {@link restoreModule}
 */
export async function takeDownModule(tx: Tx, events: Events, idOrSlug: string, takeDown: TakeDown) {
  const module = await lockModule(tx, idOrSlug);
  if (module === undefined) return undefined;
  const { id, status } = module;
  if (status === 'in-review' || status === 'rejected')
    throw conflict('This module is not published. Reject it with "pnpm solvent modules reject".');
  const isMarked = takeDown.isMalware && (await markAsMalware(tx, id, takeDown));
  if (!isMarked) {
    await storeTakeDown(tx, { kind: 'module', subjectId: id, statusBefore: status }, takeDown);
    await tx.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));
    await setMediaVisibility(tx, id, 'private');
  }
  const moderated = moderatedModule(module);
  await publishModeration(tx, events, moderated, takeDown.reason);
  if (takeDown.isMalware) await warnOwners(tx, events, module, takeDown.reason);
  return moderated;
}

export async function restoreModule(tx: Tx, events: Events, idOrSlug: string): Promise<ModeratedContent | undefined> {
  const module = await lockModule(tx, idOrSlug);
  if (module === undefined) return undefined;
  const { id, authorId, deletedAt, priceCents } = module;
  const { statusBefore } = await removeTakeDown(tx, 'module', id);
  const [author] = await tx.select().from(users).where(eq(users.id, authorId));
  const isOffered = deletedAt === null && (priceCents === 0 || author?.deletedAt === null);
  if (statusBefore === 'published' && isOffered) {
    await tx.update(modules).set({ status: 'published' }).where(eq(modules.id, id));
    await setMediaVisibility(tx, id, 'public');
  }
  const moderated = moderatedModule(module);
  await publishModeration(tx, events, moderated);
  return moderated;
}

/** Takes a review down, or restores it without a take-down. @returns undefined if there is no such review */
export async function moderateModuleReview(tx: Tx, events: Events, id: string, takeDown?: TakeDown) {
  const [found] = await tx.select({ moduleId: moduleReviews.moduleId }).from(moduleReviews).where(eq(moduleReviews.id, id));
  if (found === undefined || !(await lockFigures(tx, found.moduleId))) return undefined;
  if (takeDown === undefined) await removeTakeDown(tx, 'review', id);
  const takenDownAt = takeDown === undefined ? null : await storeTakeDown(tx, { kind: 'review', subjectId: id }, takeDown);
  const [review] = await tx.update(moduleReviews).set({ takenDownAt }).where(eq(moduleReviews.id, id)).returning();
  if (review === undefined) throw new Error('A locked review no longer exists');
  const { moduleId, userId: authorId, rating } = review;
  const sign = takenDownAt === null ? 1 : -1;
  await addStars(tx, moduleId, sign * rating, sign);
  if (takenDownAt !== null) await removeReviewText(tx, review);
  const [module] = await tx.select({ title: modules.title }).from(modules).where(eq(modules.id, moduleId));
  const label = `Your review of ${quoteTitle(module?.title ?? '')}`;
  const moderated: ModeratedContent = { kind: 'review', subjectId: id, authorId, label, moduleId };
  await publishModeration(tx, events, moderated, takeDown?.reason);
  return moderated;
}
