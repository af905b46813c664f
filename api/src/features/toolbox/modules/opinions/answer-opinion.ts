import { and, eq } from 'drizzle-orm';
import type { ModuleOpinion } from '@solvent/contracts';
import type { Db } from '../../../../platform/db/connect.ts';
import { moduleOpinions } from '../../schema.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';
import { presentOpinion, selectOpinions } from '../../opinions.ts';
import { findVisible } from '../../visible-module.ts';

/** Which review is answered, by whom. */
interface Reply {
  userId: string;
  idOrSlug: string;
  reviewId: string;
  /** Empty: the answer is taken away. */
  text: string;
}

/**
 * Stores what a module's author says to a review of it; another answer takes the place of the first.
 * @throws AppError `not_found` without such a review of this module; `forbidden` to all but its author
 */
export async function answerOpinion(db: Db, { userId, idOrSlug, reviewId, text }: Reply): Promise<ModuleOpinion> {
  const { id, own } = await findVisible(db, idOrSlug, userId);
  if (!own) throw new AppError('forbidden', 'Only who wrote this module can answer its reviews.');
  const which = and(eq(moduleOpinions.id, reviewId), eq(moduleOpinions.moduleId, id));
  const answer = text === '' ? { answer: null, answeredAt: null } : { answer: text, answeredAt: new Date() };
  await db.update(moduleOpinions).set(answer).where(which);
  const [found] = await selectOpinions(db).where(which);
  if (found === undefined) throw notFound('This review');
  return presentOpinion(found);
}
