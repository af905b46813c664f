import type { ProblemStatus } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import { agreements, bids, problems } from '../schema/index.ts';
import type { TestCaller } from './factories.ts';
import { addProblem } from './bids.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import { DAY_MS } from '../platform/durations.ts';

export interface SolvedProblem {
  seeker: TestCaller;
  solver: TestCaller;
  problemId: string;
}

/** Stores a problem with one bid, which is accepted if the status implies it. @param solvedAgo days since it was created and solved */
export async function buildSolvedProblem(
  test: TestApp,
  { status = 'solved', solvedAgo = 1 }: { status?: ProblemStatus; solvedAgo?: number } = {},
): Promise<SolvedProblem> {
  const [seeker, solver] = [await test.signedIn('seeker', { name: 'Maya' }), await test.signedIn('solver', { name: 'Diego' })];
  const createdAt = new Date(Date.now() - solvedAgo * DAY_MS);
  const times = { createdAt, updatedAt: createdAt };
  const texts = { title: 'A problem to solve', body: 'It crashes.', description: 'It crashes.' };
  const solvedAt = status === 'solved' ? createdAt : null;
  const { id: problemId } = await addProblem(test, seeker, { ...texts, status, solvedAt, ...times });
  const isAccepted = status === 'solved' || status === 'in-progress';
  const offer = { amount: 90, estimatedDays: 2, message: 'I have done this before.', ...times };
  const bid = { problemId, solverId: solver.user.id, status: isAccepted ? 'accepted' : 'pending', ...offer } as const;
  await test.db.insert(bids).values(bid);
  if (isAccepted) await addAgreement(test, problemId, solvedAt);
  return { seeker, solver, problemId };
}

/** Stores the agreement of a problem's accepted bid. @param solvedAt null while the work is in progress */
export async function addAgreement({ db }: Pick<TestApp, 'db'>, problemId: string, solvedAt: Date | null): Promise<void> {
  const [found] = await db
    .select({ bid: bids, seekerId: problems.userId })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bids.problemId, problemId), eq(bids.status, 'accepted')));
  if (found === undefined) throw new Error('The problem has no accepted bid');
  const { bid, seekerId } = found;
  const acceptedAt = new Date((solvedAt ?? new Date()).getTime() - DAY_MS);
  const status = solvedAt === null ? 'accepted' : 'solved';
  const terms = { amount: bid.amount, dueAt: acceptedAt, acceptedAt, solvedAt, status } as const;
  const paid = { paidAt: solvedAt, receivedAt: solvedAt };
  await db.insert(agreements).values({ problemId, bidId: bid.id, seekerId, solverId: bid.solverId, ...terms, ...paid });
}

export const postReview = (
  test: TestApp,
  { problemId }: Pick<SolvedProblem, 'problemId'>,
  as: TestCaller | undefined,
  payload: object = { rating: 5, text: 'Quick and friendly' },
): Promise<TestResponse> => test.request('POST', `/api/problems/${problemId}/reviews`, { as, payload });

export async function listVisibleReviewIds(test: TestApp, { user }: TestCaller): Promise<string[]> {
  const { reviews } = getField(await test.request('GET', `/api/auth/profile/${user.id}`), 'user');
  return reviews.map(({ _id }) => _id);
}
