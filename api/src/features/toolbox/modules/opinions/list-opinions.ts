import { desc, eq } from 'drizzle-orm';
import type { ModuleOpinion } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { moduleOpinions } from '../../schema.ts';
import { presentOpinion, selectOpinions } from '../../opinions.ts';

/** One page of what people say of a module, newest first, and how many say something. */
export async function listOpinions(
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
