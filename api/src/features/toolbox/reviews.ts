import type { Module, ModuleOpinion, OpinionBody } from '@solvent/contracts';
import { opinionReplyRules, opinionRules, opinionsQueryRules } from '@solvent/contracts/rules';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import * as yup from 'yup';
import { signedIn } from '../../access/access.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../feature.ts';
import { users } from '../accounts/schema.ts';
import { opinionAnswer, opinionsAnswer } from './routes.ts';
import { personSchema } from './presenter.ts';
import { findVisible, moduleParams } from './queries.ts';
import { moduleFigures, moduleOpinions } from './schema.ts';
import type { ModuleOpinionRow } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { json } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { isId } from '../../platform/realtime/is-id.ts';

/** What is selected of a review: its row, and who wrote it. */
interface WrittenOpinion {
  opinion: ModuleOpinionRow;
  author: { _id: string; name: string; image: string | null };
}

/** Reviews with who wrote them; add what is wanted of them. */
const selectOpinions = (db: Executor) =>
  db
    .select({ opinion: moduleOpinions, author: { _id: users.id, name: users.name, image: users.image } })
    .from(moduleOpinions)
    .innerJoin(users, eq(users.id, moduleOpinions.userId))
    .$dynamic();

/** A review as anybody may read it. */
function presentOpinion({ opinion, author }: WrittenOpinion): ModuleOpinion {
  const { id, rating, text, answer, answeredAt, createdAt, updatedAt } = opinion;
  return {
    id,
    author,
    rating,
    text,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt.toISOString() },
  };
}

/** What a person says of a module; null while they say nothing. */
export async function opinionOf(db: Executor, moduleId: string, userId: string): Promise<ModuleOpinion | null> {
  const own = and(eq(moduleOpinions.moduleId, moduleId), eq(moduleOpinions.userId, userId));
  const [found] = await selectOpinions(db).where(own);
  return found === undefined ? null : presentOpinion(found);
}

/** How many gave one star, two … five. */
export async function starsOf(db: Executor, moduleId: string): Promise<Module['stars']> {
  const rows = await db
    .select({ rating: moduleOpinions.rating, count: count() })
    .from(moduleOpinions)
    .where(eq(moduleOpinions.moduleId, moduleId))
    .groupBy(moduleOpinions.rating);
  const of = (stars: number) => rows.find(({ rating }) => rating === stars)?.count ?? 0;
  return [of(1), of(2), of(3), of(4), of(5)];
}

/** A review in an answer. */
export const opinionSchema = json.object({
  id: json.id,
  author: personSchema,
  rating: json.integer,
  text: json.text,
  createdAt: json.time,
  updatedAt: json.time,
  answer: json.orNull(json.object({ text: json.text, at: json.time })),
});

/** One page of what people say of a module, newest first, and how many say something. */
async function listOpinions(
  db: Executor,
  moduleId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ reviews: ModuleOpinion[]; total: number }> {
  const ofModule = eq(moduleOpinions.moduleId, moduleId);
  const found = await selectOpinions(db)
    .where(ofModule)
    .orderBy(desc(moduleOpinions.createdAt), desc(moduleOpinions.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { reviews: found.map(presentOpinion), total: await db.$count(moduleOpinions, ofModule) };
}

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
function sayOpinion(db: Db, saying: Saying): Promise<Said> {
  return db.transaction(async (tx) => {
    const moduleId = await reviewable(tx, saying);
    const isNew = await store(tx, moduleId, saying);
    const review = await opinionOf(tx, moduleId, saying.userId);
    if (review === null) throw new Error('A stored review was not found again');
    return { review, isNew };
  });
}

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
async function answerOpinion(db: Db, { userId, idOrSlug, reviewId, text }: Reply): Promise<ModuleOpinion> {
  const { id, own } = await findVisible(db, idOrSlug, userId);
  if (!own) throw new AppError('forbidden', 'Only who wrote this module can answer its reviews.');
  const which = and(eq(moduleOpinions.id, reviewId), eq(moduleOpinions.moduleId, id));
  const answer = text === '' ? { answer: null, answeredAt: null } : { answer: text, answeredAt: new Date() };
  await db.update(moduleOpinions).set(answer).where(which);
  const [found] = await selectOpinions(db).where(which);
  if (found === undefined) throw notFound('This review');
  return presentOpinion(found);
}

const tags = ['modules'];
const replyParams = moduleParams.shape({ reviewId: yup.string().required().test('id', isId) });

/** GET and POST /modules/:id/reviews, PUT /modules/:id/reviews/:reviewId/answer. */
export function opinionRoutes(app: App, { db }: Deps): void {
  const limited = { access: 'signed-in', limit: 'reviews' } as const;

  app.get(
    '/modules/:id/reviews',
    {
      config: { access: 'anyone' },
      schema: { tags, params: moduleParams, querystring: opinionsQueryRules, response: { 200: opinionsAnswer } },
    },
    async ({ params, query, caller }) => {
      const { id } = await findVisible(db, params.id, caller?.user.id);
      const { reviews, total } = await listOpinions(db, id, query);
      return { reviews, total, ...pagingOf(query, total) };
    },
  );

  app.post(
    '/modules/:id/reviews',
    {
      config: limited,
      schema: { tags, params: moduleParams, body: opinionRules, response: { 200: opinionAnswer, 201: opinionAnswer } },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { review, isNew } = await sayOpinion(db, { userId: signedIn(request).user.id, idOrSlug: params.id, body });
      reply.code(isNew ? 201 : 200);
      return { review };
    },
  );

  app.put(
    '/modules/:id/reviews/:reviewId/answer',
    { config: limited, schema: { tags, params: replyParams, body: opinionReplyRules, response: { 200: opinionAnswer } } },
    async (request) => {
      const { params, body } = request;
      const which = { userId: signedIn(request).user.id, idOrSlug: params.id, reviewId: params.reviewId };
      return { review: await answerOpinion(db, { ...which, text: body.text }) };
    },
  );
}
