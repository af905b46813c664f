import type { ProblemReview, RateBody } from '@solvent/contracts';
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { notify } from '../../notifications/service.ts';
import { addBidsChanged, lockProblemOrThrow } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../problems/texts.ts';
import { isRateable, OVER_AT, ratedBy, getRatingDeadline } from './queries.ts';
import { agreements, personReviews } from '../schema.ts';
import { assertTransition } from '../transitions.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Which problem, and who rates. */
interface Rating {
  problemId: string;
  authorId: string;
  body: RateBody;
}

/** Whom the author rates, for what, and until when. */
interface Chance {
  subjectId: string;
  acceptedAt: Date;
  until: Date;
  problem: LockedProblem;
}

/** The author's agreements on the problem that are over, the latest first, and whether they have rated the other one. */
function agreementsOver(tx: Tx, { problemId, authorId, body: { subjectId } }: Rating) {
  const other = sql<string>`CASE WHEN ${agreements.seekerId} = ${authorId} THEN ${agreements.solverId} ELSE ${agreements.seekerId} END`;
  const isTheirs = or(eq(agreements.seekerId, authorId), eq(agreements.solverId, authorId));
  return tx
    .select({
      subjectId: other,
      status: agreements.status,
      acceptedAt: agreements.acceptedAt,
      overAt: OVER_AT,
      isRated: ratedBy(tx, sql`${authorId}::uuid`, other),
    })
    .from(agreements)
    .where(
      and(
        eq(agreements.problemId, problemId),
        isTheirs,
        isRateable(tx),
        subjectId === undefined ? undefined : sql`${other} = ${subjectId}::uuid`,
      ),
    )
    .orderBy(desc(agreements.acceptedAt), desc(agreements.id));
}

const OBSTACLES = { given: 'You have rated already.', late: 'The time for rating is over.' } as const;

async function refuseStranger(tx: Tx, { problemId, authorId }: Rating, posterId: string): Promise<void> {
  const own = and(eq(agreements.problemId, problemId), eq(agreements.solverId, authorId));
  if (authorId !== posterId && (await tx.$count(agreements, own)) === 0)
    throw new AppError('forbidden', 'Only who posted this problem and who solved it can rate each other.');
}

/** Whoever solves, parts or rates waits for the lock. */
async function chanceOf(tx: Tx, rating: Rating, now: Date): Promise<Chance> {
  const problem = await lockProblemOrThrow(tx, rating.problemId);
  await refuseStranger(tx, rating, problem.userId);
  const found = (await agreementsOver(tx, rating)).map((one) => {
    const isLate = now > getRatingDeadline(one.overAt);
    const state: keyof typeof OBSTACLES | 'none' = one.isRated ? 'given' : isLate ? 'late' : 'none';
    return { ...one, state };
  });
  const chosen = found.find(({ state }) => state === 'none') ?? found[0];
  const role = problem.userId === rating.authorId ? 'seeker' : 'solver';
  const states = { agreement: chosen?.status ?? 'none', rating: chosen?.state ?? 'none' } as const;
  assertTransition('rate', [role], states, () =>
    conflict(states.rating === 'none' ? 'This problem is not solved yet.' : OBSTACLES[states.rating]),
  );
  if (chosen === undefined) throw conflict('This problem is not solved yet.');
  return { subjectId: chosen.subjectId, acceptedAt: chosen.acceptedAt, until: getRatingDeadline(chosen.overAt), problem };
}

/** What the other one wrote for the same agreement: both are seen once both are. @returns from when the new one is seen */
async function reveal(
  tx: Tx,
  { problemId, authorId }: Rating,
  { subjectId, acceptedAt, until }: Chance,
  now: Date,
): Promise<Date> {
  const theirs = and(
    eq(personReviews.problemId, problemId),
    eq(personReviews.authorId, subjectId),
    eq(personReviews.subjectId, authorId),
    gte(personReviews.createdAt, acceptedAt),
  );
  const revealed = await tx.update(personReviews).set({ visibleFrom: now }).where(theirs).returning({ id: personReviews.id });
  return revealed.length === 0 ? until : now;
}

async function readReview(tx: Tx, id: string): Promise<ProblemReview> {
  const [row] = await tx.select().from(personReviews).where(eq(personReviews.id, id));
  if (row === undefined) throw new Error('A stored review was not found again');
  const people = await tx
    .select({ _id: users.id, name: users.name, image: users.image })
    .from(users)
    .where(inArray(users.id, [row.authorId, row.subjectId]));
  const [author, subject] = [row.authorId, row.subjectId].map((person) => people.find(({ _id }) => _id === person));
  if (author === undefined || subject === undefined) throw new Error('A review is of nobody');
  return { _id: id, author, subject, rating: row.rating, text: row.text, createdAt: row.createdAt.toISOString() };
}

/** Tells who was rated that they were, not how: that is seen once both have rated. */
async function tellRated(tx: Tx, events: Events, { authorId }: Rating, { subjectId, until, problem }: Chance, from: Date) {
  const people = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [authorId, subjectId]));
  const [author, subject] = [authorId, subjectId].map((id) => people.find((person) => person.id === id));
  if (author === undefined || subject?.deletedAt !== null) return;
  const words = from < until ? PROBLEM_TEXTS.ratedBoth(problem.title) : PROBLEM_TEXTS.ratedFirst(problem.title, until);
  await notify(tx, events, { ...words, userId: subjectId, actor: author, problemId: problem.id });
}

/**
 * Stores what seeker or solver of an agreement that is over says of the other (product 4.12): others see it when both have written,
 * else when the time for rating is over.
 * @throws AppError `not_found` without such a problem; `forbidden` to all but the two; `conflict` if it is neither solved nor have
 *   they parted, the time is over, or the author has rated already
 */
export function rateOther({ transact }: Deps, rating: Rating): Promise<ProblemReview> {
  return transact(async (tx, events) => {
    const now = new Date();
    const { problemId, authorId, body } = rating;
    const chance = await chanceOf(tx, rating, now);
    const visibleFrom = await reveal(tx, rating, chance, now);
    const said = { rating: body.rating, text: body.text, createdAt: now, visibleFrom };
    const [stored] = await tx
      .insert(personReviews)
      .values({ problemId, authorId, subjectId: chance.subjectId, ...said })
      .returning({ id: personReviews.id });
    if (stored === undefined) throw new Error('A review was not stored');
    await tellRated(tx, events, rating, chance, visibleFrom);
    // Pages of both ask again: what the other one said may be there to see by now.
    addBidsChanged(events, problemId);
    return readReview(tx, stored.id);
  });
}
