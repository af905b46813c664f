import { and, count, eq } from 'drizzle-orm';
import type { Module, ModuleOpinion } from '@solvent/contracts';
import type { Executor } from '../../platform/db/connect.ts';
import { moduleOpinions } from './schema.ts';
import type { ModuleOpinionRow } from './schema.ts';
import { users } from '../accounts/schema/users.ts';
import { json } from '../../platform/http/answer-schema.ts';
import { personSchema } from './module-card.ts';

/** What is selected of a review: its row, and who wrote it. */
interface WrittenOpinion {
  opinion: ModuleOpinionRow;
  author: { _id: string; name: string; image: string | null };
}

/** Reviews with who wrote them; add what is wanted of them. */
export const selectOpinions = (db: Executor) =>
  db
    .select({ opinion: moduleOpinions, author: { _id: users.id, name: users.name, image: users.image } })
    .from(moduleOpinions)
    .innerJoin(users, eq(users.id, moduleOpinions.userId))
    .$dynamic();

/** A review as anybody may read it. */
export function presentOpinion({ opinion, author }: WrittenOpinion): ModuleOpinion {
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
