import type { ModuleReviewBody } from '@solvent/contracts';
import { moduleReviewReplyRules, moduleReviewRules } from '@solvent/contracts/rules';
import { moduleReviewsQueryRules } from '@solvent/contracts/rules/queries';
import { moduleReviewResponse, moduleReviewsResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { presentPerson, requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import type { App } from '../../platform/http/app.ts';
import { moduleFigures, moduleReviews } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { notifyReviewedAuthor } from './notifications.ts';
import { presentModuleReview, selectModuleReviews } from './queries.ts';
import { findVisibleModule, moduleParams } from './visibility.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { Transact } from '../../platform/outbox/outbox.ts';
import { uuidParam } from '../../platform/http/params.ts';
import { buildPaging } from '../../platform/http/paging.ts';

export async function addStars(tx: Tx, moduleId: string, stars: number, reviews: number): Promise<void> {
  const total = sql`${moduleFigures.ratingTotal} + ${stars}::int`;
  const count = sql`${moduleFigures.ratingCount} + ${reviews}::int`;
  await tx.update(moduleFigures).set({ ratingTotal: total, ratingCount: count }).where(eq(moduleFigures.moduleId, moduleId));
}

/** Locks a module's figures; always before its reviews. @returns false if there is no such module */
export async function lockFigures(tx: Tx, moduleId: string): Promise<boolean> {
  const figures = tx.select({ id: moduleFigures.moduleId }).from(moduleFigures);
  return (await figures.where(eq(moduleFigures.moduleId, moduleId)).for('update')).length > 0;
}

async function storeReview(tx: Tx, moduleId: string, userId: string, { rating, text }: ModuleReviewBody) {
  // Serializes reviews of a module, so that a user's second one finds the first.
  if (!(await lockFigures(tx, moduleId))) throw notFound('This module');
  const own = and(eq(moduleReviews.moduleId, moduleId), eq(moduleReviews.userId, userId));
  const [earlier] = await tx.select().from(moduleReviews).where(own);
  if (earlier?.takenDownAt)
    throw new AppError('conflict', 'Your review was taken down and can’t be changed. Write to us on the contact page.');
  const now = new Date();
  const values = { rating, text, updatedAt: now };
  const [review] = await tx
    .insert(moduleReviews)
    .values({ moduleId, userId, createdAt: now, ...values })
    .onConflictDoUpdate({ target: [moduleReviews.moduleId, moduleReviews.userId], set: values })
    .returning();
  if (review === undefined) throw new Error('A stored review was not returned');
  await addStars(tx, moduleId, rating - (earlier?.rating ?? 0), earlier === undefined ? 1 : 0);
  return { review, isNew: earlier === undefined };
}

const writeReview = (transact: Transact, reviewer: UserRow, idOrSlug: string, body: ModuleReviewBody) =>
  transact(async (tx, events) => {
    const module = await findVisibleModule(tx, idOrSlug, reviewer.id);
    if (module.isOwn) throw new AppError('conflict', 'You can’t review your own module, but you can reply to its reviews.');
    if (!module.isOwned) throw new AppError('forbidden', 'Buy or download this module to review it.');
    const { review, isNew } = await storeReview(tx, module.id, reviewer.id, body);
    if (isNew && module.deletedAt === null) await notifyReviewedAuthor(tx, events, module, body, reviewer);
    return { review: presentModuleReview({ review, author: presentPerson(reviewer) }), isNew };
  });

const replyParams = moduleParams.shape({ reviewId: uuidParam });

export function moduleReviewRoutes(app: App, { db, transact }: Deps): void {
  const config = { access: 'signed-in', limit: 'reviews' } as const;
  const schema = { tags: ['modules'], params: moduleParams };
  const stored = { ...schema, response: { 200: moduleReviewResponse, 201: moduleReviewResponse } };

  const listed = { ...schema, querystring: moduleReviewsQueryRules, response: { 200: moduleReviewsResponse } };
  app.get('/modules/:id/reviews', { config: { access: 'anyone' }, schema: listed }, async ({ params, query, caller }) => {
    const { id } = await findVisibleModule(db, params.id, caller?.user.id);
    const ofModule = and(eq(moduleReviews.moduleId, id), isNull(moduleReviews.takenDownAt));
    const found = await selectModuleReviews(db)
      .where(ofModule)
      .orderBy(desc(moduleReviews.createdAt), desc(moduleReviews.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit);
    const total = await db.$count(moduleReviews, ofModule);
    return { reviews: found.map(presentModuleReview), total, ...buildPaging(query, total) };
  });

  app.post('/modules/:id/reviews', { config, schema: { ...stored, body: moduleReviewRules } }, async (request, reply) => {
    const { review, isNew } = await writeReview(transact, requireCaller(request).user, request.params.id, request.body);
    reply.code(isNew ? 201 : 200);
    return { review };
  });

  // An empty text removes the answer.
  const answered = { ...schema, params: replyParams, body: moduleReviewReplyRules, response: { 200: moduleReviewResponse } };
  app.put('/modules/:id/reviews/:reviewId/answer', { config, schema: answered }, async (request) => {
    const { params, body } = request;
    const { id, isOwn } = await findVisibleModule(db, params.id, requireCaller(request).user.id);
    if (!isOwn) throw new AppError('forbidden', 'Only the author of this module can reply to its reviews.');
    const isReview = and(
      eq(moduleReviews.id, params.reviewId),
      eq(moduleReviews.moduleId, id),
      isNull(moduleReviews.takenDownAt),
    );
    const answer = body.text === '' ? { answer: null, answeredAt: null } : { answer: body.text, answeredAt: new Date() };
    await db.update(moduleReviews).set(answer).where(isReview);
    const [found] = await selectModuleReviews(db).where(isReview);
    if (found === undefined) throw notFound('This review');
    return { review: presentModuleReview(found) };
  });
}
