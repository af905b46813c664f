import { eq, sql } from 'drizzle-orm';
import type { Role } from '@solvent/contracts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { agreements, bids, problems, users } from '../../../api/src/schema/index.ts';
import { readData } from './data.ts';
import { generateAgreement, generateBids, generateProblem } from './generated-problem.ts';
import type { GeneratorInput } from './generated-problem.ts';

/** PostgreSQL allows 65,535 parameters per statement; a problem has thirteen. */
const ROWS_PER_BATCH = 500;

async function findIds(db: Db, role: Role): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.role, role)).orderBy(users.id);
  return rows.map(({ id }) => id);
}

async function addBatch(db: Db, numbers: number[], count: number, input: GeneratorInput, now: Date): Promise<void> {
  const generated = numbers.map((number) => {
    const problem = generateProblem(number, count, input, now);
    const offers = generateBids(number, problem, input);
    const accepted = offers.filter(({ status }) => status === 'accepted').map((offer) => generateAgreement(problem, offer));
    return { problem: { ...problem, bidCount: offers.length }, offers, accepted };
  });
  await db.transaction(async (tx) => {
    await tx.insert(problems).values(generated.map(({ problem }) => problem));
    const offers = generated.flatMap((one) => one.offers);
    if (offers.length > 0) await tx.insert(bids).values(offers);
    const accepted = generated.flatMap((one) => one.accepted);
    if (accepted.length > 0) await tx.insert(agreements).values(accepted);
  });
}

/**
 * Adds generated problems of the existing seekers, with bids and agreements, spread over the year before `now`. Stores them in
 * batches; each batch is a transaction.
 */
export async function addProblems(db: Db, count: number, now = new Date()): Promise<void> {
  const [seekers, solvers] = [await findIds(db, 'seeker'), await findIds(db, 'solver')];
  const [words, { approaches }] = await Promise.all([readData('generated'), readData('bids')]);
  const input = { seekers, solvers, words, approaches };
  if (input.seekers.length === 0) throw new Error('There is nobody who could post a problem');
  for (let start = 0; start < count; start += ROWS_PER_BATCH) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_BATCH, count - start) }, (_, index) => start + index);
    await addBatch(db, numbers, count, input, now);
  }
  await db.execute(sql`VACUUM ANALYZE problems`);
}
