import type { ProblemReview, ProblemStatus } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import { agreements, bids, problems } from '../features/marketplace/schema.ts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';
import { DAY_MS } from '../platform/durations.ts';

/** A problem between two people, and who rates on it. */
export interface SolvedProblem {
  seeker: TestCaller;
  solver: TestCaller;
  problemId: string;
}

/** Stores a problem with an accepted bid, solved (unless another state is given) `solvedAgo` days ago. */
export async function buildSolvedProblem(
  test: TestApp,
  { status = 'solved', solvedAgo = 1 }: { status?: ProblemStatus; solvedAgo?: number } = {},
): Promise<SolvedProblem> {
  const [seeker, solver] = [await test.signedIn('seeker', { name: 'Maya' }), await test.signedIn('solver', { name: 'Diego' })];
  const solvedAt = new Date(Date.now() - solvedAgo * DAY_MS);
  const when = { createdAt: solvedAt, updatedAt: solvedAt };
  const text = { title: 'A problem to solve', body: 'It crashes.', description: 'It crashes.', category: 'backend' } as const;
  const solved = status === 'solved' ? solvedAt : null;
  const [problem] = await test.db
    .insert(problems)
    .values({ userId: seeker.user.id, ...text, tags: ['Go'], budget: 100, status, solvedAt: solved, ...when })
    .returning();
  if (problem === undefined) throw new Error('The problem was not stored');
  const offer = { amount: 90, estimatedDays: 2, message: 'I have done this before.' };
  const accepted = status === 'solved' || status === 'in-progress' ? 'accepted' : 'pending';
  await test.db.insert(bids).values({ problemId: problem.id, solverId: solver.user.id, ...offer, status: accepted, ...when });
  if (accepted === 'accepted') await addAgreement(test, problem.id, solved);
  return { seeker, solver, problemId: problem.id };
}

/** Stores the agreement of a problem's accepted bid. @param solvedAt null while it runs */
export async function addAgreement({ db }: Pick<TestApp, 'db'>, problemId: string, solvedAt: Date | null): Promise<void> {
  const [found] = await db
    .select({ bid: bids, seekerId: problems.userId })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bids.problemId, problemId), eq(bids.status, 'accepted')));
  if (found === undefined) throw new Error('No bid is accepted');
  const { bid, seekerId } = found;
  const acceptedAt = new Date((solvedAt ?? new Date()).getTime() - DAY_MS);
  const status = solvedAt === null ? 'accepted' : 'solved';
  const terms = { amount: bid.amount, dueAt: acceptedAt, acceptedAt, solvedAt, status } as const;
  const paid = { paidAt: solvedAt, receivedAt: solvedAt };
  await db.insert(agreements).values({ problemId, bidId: bid.id, seekerId, solverId: bid.solverId, ...terms, ...paid });
}

/** Says what one of them thinks of the other. */
export const postReview = (
  test: TestApp,
  { problemId }: Pick<SolvedProblem, 'problemId'>,
  as: TestCaller | undefined,
  payload: object = { rating: 5, text: 'Quick and friendly' },
): Promise<TestResponse> => test.request('POST', `/api/problems/${problemId}/reviews`, { as, payload });

/** The ids of the reviews that anybody sees on a person's profile. */
export async function listVisibleReviewIds(test: TestApp, { user }: TestCaller): Promise<string[]> {
  const { body } = await test.request('GET', `/api/auth/profile/${user.id}`);
  // The answer's schema lets nothing else out.
  return (body['user'] as { reviews: ProblemReview[] }).reviews.map(({ _id }) => _id);
}
