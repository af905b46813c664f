import { eq } from 'drizzle-orm';
import type { AnnouncedProblem } from '@solvent/contracts';
import type { Executor } from '../../platform/db/connect.ts';
import { problems } from './schema/problems.ts';
import { users } from '../accounts/schema/users.ts';

/**
 * A problem's card for all who look on (api "Realtime", `problem`); undefined if there is none. It is the same for everybody.
 */
export async function cardOf(db: Executor, problemId: string): Promise<AnnouncedProblem | undefined> {
  const [found] = await db
    .select({
      _id: problems.id,
      title: problems.title,
      description: problems.description,
      category: problems.category,
      tags: problems.tags,
      bidCount: problems.bidCount,
      status: problems.status,
      budget: problems.budget,
      createdAt: problems.createdAt,
      user: { _id: users.id, name: users.name, image: users.image },
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(eq(problems.id, problemId));
  return found && { ...found, createdAt: found.createdAt.toISOString() };
}
