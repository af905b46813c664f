import type { ProblemReview, ProblemStatus } from '@solvent/contracts';
import { bids, problems } from '../features/marketplace/schema.ts';
import type { TestCaller } from './factories.ts';
import type { TestAnswer, TestApp } from './test-app.ts';
import { DAY } from '../platform/durations.ts';

/** A problem between two people, and who rates on it. */
export interface Pair {
  seeker: TestCaller;
  solver: TestCaller;
  problemId: string;
}

/** Stores a problem with an accepted bid, solved (unless another state is given) `solvedAgo` days ago. */
export async function buildPair(
  test: TestApp,
  { status = 'solved', solvedAgo = 1 }: { status?: ProblemStatus; solvedAgo?: number } = {},
): Promise<Pair> {
  const [seeker, solver] = [await test.signedIn('seeker', { name: 'Maya' }), await test.signedIn('solver', { name: 'Diego' })];
  const solvedAt = new Date(Date.now() - solvedAgo * DAY);
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
  return { seeker, solver, problemId: problem.id };
}

/** Says what one of them thinks of the other. */
export const rate = (
  test: TestApp,
  { problemId }: Pick<Pair, 'problemId'>,
  as: TestCaller | undefined,
  payload: object = { rating: 5, text: 'Quick and friendly' },
): Promise<TestAnswer> => test.ask('POST', `/api/problems/${problemId}/reviews`, { as, payload });

/** The ids of the reviews that anybody sees on a person's profile. */
export async function seenOf(test: TestApp, { user }: TestCaller): Promise<string[]> {
  const { body } = await test.ask('GET', `/api/auth/profile/${user.id}`);
  // The answer's schema lets nothing else out.
  return (body['user'] as { reviews: ProblemReview[] }).reviews.map(({ _id }) => _id);
}
