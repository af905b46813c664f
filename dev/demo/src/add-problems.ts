import { eq, sql } from 'drizzle-orm';
import type { Role } from '@solvent/contracts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { agreements, bids, problems, users } from '../../../api/src/schema/index.ts';
import { readData } from './data.ts';
import { generatedAgreement, generatedBids, generatedProblem } from './generated-problem.ts';
import type { Cast } from './generated-problem.ts';

/** A statement can carry 65,535 values; a problem has thirteen. */
const BATCH = 500;

async function findIds(db: Db, role: Role): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.role, role)).orderBy(users.id);
  return rows.map(({ id }) => id);
}

async function addBatch(db: Db, numbers: number[], count: number, cast: Cast, now: Date): Promise<void> {
  const made = numbers.map((number) => {
    const problem = generatedProblem(number, count, cast, now);
    const offers = generatedBids(number, problem, cast);
    const taken = offers.filter(({ status }) => status === 'accepted').map((offer) => generatedAgreement(problem, offer));
    return { problem: { ...problem, bidCount: offers.length }, offers, taken };
  });
  await db.transaction(async (tx) => {
    await tx.insert(problems).values(made.map(({ problem }) => problem));
    const offers = made.flatMap((one) => one.offers);
    if (offers.length > 0) await tx.insert(bids).values(offers);
    const taken = made.flatMap((one) => one.taken);
    if (taken.length > 0) await tx.insert(agreements).values(taken);
  });
}

/**
 * Adds generated problems, posted by the people who are there, over the year before `now`: for looking at long lists.
 * The problems and their bids are stored in batches, each whole or not at all.
 */
export async function addProblems(db: Db, count: number, now = new Date()): Promise<void> {
  const [seekers, solvers] = [await findIds(db, 'seeker'), await findIds(db, 'solver')];
  const [words, { approaches }] = await Promise.all([readData('generated'), readData('bids')]);
  const cast = { seekers, solvers, words, approaches };
  if (cast.seekers.length === 0) throw new Error('There is nobody who could post a problem');
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, place) => start + place);
    await addBatch(db, numbers, count, cast, now);
  }
  await db.execute(sql`VACUUM ANALYZE problems`);
}
