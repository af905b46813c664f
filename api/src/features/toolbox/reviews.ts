import type {
  ModuleReview,
  ModuleReviewResponse,
  ModuleReviewBody,
  ModuleReviewReplyBody,
  ModuleReviewsResponse,
  PageQuery,
} from '@solvent/contracts';
import { moduleReviewReplyRules, moduleReviewRules } from '@solvent/contracts/rules';
import { moduleReviewsQueryRules } from '@solvent/contracts/rules/queries';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as yup from 'yup';
import { requireCaller } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import type { UserRow } from '../accounts/schema.ts';
import { tellOfReview } from './news.ts';
import { moduleReviewSchema, presentModuleReview } from './presenter.ts';
import { moduleParams, moduleReviewOf, selectModuleReviews } from './queries.ts';
import { findVisible } from './visibility.ts';
import { moduleFigures, moduleReviews } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import type { Transact } from '../../platform/outbox/outbox.ts';
import { isId } from '../../platform/is-id.ts';
import { pagingSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';

/** One page of what people say of a module, newest first, and how many say something. */
async function listReviews(
  db: Executor,
  moduleId: string,
  { page, limit }: PageQuery,
): Promise<{ reviews: ModuleReview[]; total: number }> {
  const ofModule = and(eq(moduleReviews.moduleId, moduleId), isNull(moduleReviews.takenDownAt));
  const found = await selectModuleReviews(db)
    .where(ofModule)
    .orderBy(desc(moduleReviews.createdAt), desc(moduleReviews.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { reviews: found.map(presentModuleReview), total: await db.$count(moduleReviews, ofModule) };
}

/** Who says what of which module. */
interface Saying {
  reviewer: Pick<UserRow, 'id' | 'name' | 'image'>;
  idOrSlug: string;
  body: ModuleReviewBody;
}

/** A review, and whether it is the person's first of this module. */
interface Said {
  review: ModuleReview;
  isNew: boolean;
}

/** The module, if this person has it. @throws AppError */
async function reviewable(tx: Tx, { reviewer, idOrSlug }: Saying): Promise<string> {
  const { id, own, owned } = await findVisible(tx, idOrSlug, reviewer.id);
  if (own) throw new AppError('conflict', 'This is your own module: others review it, and you can answer them.');
  if (!owned) throw new AppError('forbidden', 'Only people who have this module can review it: buy or download it first.');
  return id;
}

/** Adds stars to the module's figures. */
export async function addStars(tx: Tx, moduleId: string, stars: number, reviews: number): Promise<void> {
  const total = sql`${moduleFigures.ratingTotal} + ${stars}::int`;
  const count = sql`${moduleFigures.ratingCount} + ${reviews}::int`;
  await tx.update(moduleFigures).set({ ratingTotal: total, ratingCount: count }).where(eq(moduleFigures.moduleId, moduleId));
}

/** Locks a module's figures, before any of its reviews. @returns false if there is no such module */
export async function lockFigures(tx: Tx, moduleId: string): Promise<boolean> {
  const figures = tx.select({ id: moduleFigures.moduleId }).from(moduleFigures);
  return (await figures.where(eq(moduleFigures.moduleId, moduleId)).for('update')).length > 0;
}

async function store(tx: Tx, moduleId: string, { reviewer: { id: userId }, body }: Saying): Promise<boolean> {
  const { rating, text } = body;
  // Who reviews this module at the same time waits here: of two reviews of one person, the second finds the first.
  if (!(await lockFigures(tx, moduleId))) throw notFound('This module');
  const own = and(eq(moduleReviews.moduleId, moduleId), eq(moduleReviews.userId, userId));
  const { rating: stars, takenDownAt } = moduleReviews;
  const [earlier] = await tx.select({ rating: stars, takenDownAt }).from(moduleReviews).where(own);
  if (earlier !== undefined && earlier.takenDownAt !== null)
    throw new AppError('conflict', 'Your review was taken down and can’t be changed. Write to us on the contact page.');
  const now = new Date();
  if (earlier === undefined)
    await tx.insert(moduleReviews).values({ moduleId, userId, rating, text, createdAt: now, updatedAt: now });
  else await tx.update(moduleReviews).set({ rating, text, updatedAt: now }).where(own);
  await addStars(tx, moduleId, rating - (earlier?.rating ?? 0), earlier === undefined ? 1 : 0);
  return earlier === undefined;
}

/**
 * Stores what somebody who has a module says of it; a second time takes the place of the first. The module's stars are
 * counted in the same transaction, and its author is told of the first.
 * @throws AppError `not_found`; `conflict` for one's own module, or if the review is taken down; `forbidden` to users without the
 *   module
 */
function writeReview(transact: Transact, saying: Saying): Promise<Said> {
  return transact(async (tx, events) => {
    const moduleId = await reviewable(tx, saying);
    const isNew = await store(tx, moduleId, saying);
    if (isNew) await tellOfReview(tx, events, { moduleId, ...saying.body }, saying.reviewer);
    const review = await moduleReviewOf(tx, moduleId, saying.reviewer.id);
    if (review === null) throw new Error('A stored review was not found again');
    return { review, isNew };
  });
}

/** Which review is answered, by whom. */
interface Reply extends ModuleReviewReplyBody {
  userId: string;
  idOrSlug: string;
  reviewId: string;
}

/**
 * Stores what a module's author says to a review of it; another answer takes the place of the first.
 * @throws AppError `not_found` without such a review of this module; `forbidden` to all but its author
 */
async function answerReview(db: Db, { userId, idOrSlug, reviewId, text }: Reply): Promise<ModuleReview> {
  const { id, own } = await findVisible(db, idOrSlug, userId);
  if (!own) throw new AppError('forbidden', 'Only who wrote this module can answer its reviews.');
  const which = and(eq(moduleReviews.id, reviewId), eq(moduleReviews.moduleId, id), isNull(moduleReviews.takenDownAt));
  const answer = text === '' ? { answer: null, answeredAt: null } : { answer: text, answeredAt: new Date() };
  await db.update(moduleReviews).set(answer).where(which);
  const [found] = await selectModuleReviews(db).where(which);
  if (found === undefined) throw notFound('This review');
  return presentModuleReview(found);
}

const tags = ['modules'];

const replyParams = moduleParams.shape({ reviewId: yup.string().required().test('id', isId) });

/** GET and POST /modules/:id/reviews, PUT /modules/:id/reviews/:reviewId/answer. */
export function moduleReviewRoutes(app: App, { db, transact }: Deps): void {
  const limited = { access: 'signed-in', limit: 'reviews' } as const;

  app.get(
    '/modules/:id/reviews',
    {
      config: { access: 'anyone' },
      schema: { tags, params: moduleParams, querystring: moduleReviewsQueryRules, response: { 200: moduleReviewsAnswer } },
    },
    async ({ params, query, caller }) => {
      const { id } = await findVisible(db, params.id, caller?.user.id);
      const { reviews, total } = await listReviews(db, id, query);
      return { reviews, total, ...buildPaging(query, total) };
    },
  );

  app.post(
    '/modules/:id/reviews',
    {
      config: limited,
      schema: {
        tags,
        params: moduleParams,
        body: moduleReviewRules,
        response: { 200: moduleReviewAnswer, 201: moduleReviewAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { review, isNew } = await writeReview(transact, { reviewer: requireCaller(request).user, idOrSlug: params.id, body });
      reply.code(isNew ? 201 : 200);
      return { review };
    },
  );

  app.put(
    '/modules/:id/reviews/:reviewId/answer',
    {
      config: limited,
      schema: { tags, params: replyParams, body: moduleReviewReplyRules, response: { 200: moduleReviewAnswer } },
    },
    async (request) => {
      const { params, body } = request;
      const which = { userId: requireCaller(request).user.id, idOrSlug: params.id, reviewId: params.reviewId };
      return { review: await answerReview(db, { ...which, text: body.text }) };
    },
  );
}

/** `{ reviews, total }` and its paging. */
const moduleReviewsAnswer = responseSchema<ModuleReviewsResponse>(
  json.object({ reviews: json.list(moduleReviewSchema), total: json.integer, ...pagingSchema }),
);

/** `{ review }`. */
const moduleReviewAnswer = responseSchema<ModuleReviewResponse>(json.object({ review: moduleReviewSchema }));
