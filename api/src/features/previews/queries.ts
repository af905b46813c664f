import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { moduleFigures, modules, problems, users } from '../../schema/index.ts';
import type { ModuleFiguresRow, ModuleRow, ProblemRow, UserRow } from '../../schema/index.ts';
import { NOT_TAKEN_DOWN } from '../marketplace/index.ts';
import type { Db } from '../../platform/db/connect.ts';
import { isId } from '../../platform/is-id.ts';

type Person = Pick<UserRow, 'name' | 'deletedAt'>;

const PERSON = { name: users.name, deletedAt: users.deletedAt };

export type PreviewedProblem = Pick<ProblemRow, 'title' | 'category' | 'budget' | 'status' | 'bidCount'> & { poster: Person };

/** Finds a problem that is not taken down. Closed problems still have a page. */
export async function findProblem(db: Db, id: string): Promise<PreviewedProblem | undefined> {
  const { title, category, budget, status, bidCount } = problems;
  const [found] = await db
    .select({ title, category, budget, status, bidCount, poster: PERSON })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, id), NOT_TAKEN_DOWN));
  return found;
}

export type PreviewedModule = Pick<ModuleRow, 'title' | 'description' | 'priceCents'> &
  Pick<ModuleFiguresRow, 'rating' | 'ratingCount'> & { author: Person };

/** Finds a published module by its id, else by its slug. */
export async function findModule(db: Db, idOrSlug: string): Promise<PreviewedModule | undefined> {
  const { title, description, priceCents } = modules;
  const { rating, ratingCount } = moduleFigures;
  const byId = sql`${modules.id} IS NOT DISTINCT FROM ${isId(idOrSlug) ? idOrSlug : null}::uuid`;
  const [found] = await db
    .select({ title, description, priceCents, rating, ratingCount, author: PERSON })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(or(byId, eq(modules.slug, idOrSlug)), eq(modules.status, 'published')))
    .orderBy(desc(byId))
    .limit(1);
  return found;
}

export type PreviewedPerson = Pick<UserRow, 'name' | 'headline' | 'role' | 'expertiseAreas' | 'createdAt'>;

export async function findPerson(db: Db, id: string): Promise<PreviewedPerson | undefined> {
  const { name, headline, role, expertiseAreas, createdAt } = users;
  const [found] = await db
    .select({ name, headline, role, expertiseAreas, createdAt })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return found;
}
