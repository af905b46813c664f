import { REVIEW } from '@solvent/contracts';
import type { OwnProblem, PersonSummary, RatingDue, Work } from '@solvent/contracts';
import { and, asc, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { bids, personReviews, problems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';

const DAY = 24 * 3_600_000;

/** The other one of the two of a problem. */
const others = alias(users, 'others');

const NAMED = { _id: problems.id, title: problems.title };
const OTHER = { _id: others.id, name: others.name, image: others.image };

/** The other one for a viewer, of the problem and its accepted bid in the query around it. */
const isOther = (viewerId: SQLWrapper) =>
  eq(others.id, sql`CASE WHEN ${problems.userId} = ${viewerId} THEN ${bids.solverId} ELSE ${problems.userId} END`);

const isAccepted = and(eq(bids.problemId, problems.id), eq(bids.status, 'accepted'));

/** Problems that somebody posted, or has an accepted bid on, by their ids: two indexes find what one condition would not. */
function takesPart(db: Executor, viewerId: SQLWrapper): SQL {
  const posted = db.select({ id: problems.id }).from(problems).where(eq(problems.userId, viewerId));
  const won = db
    .select({ id: bids.problemId })
    .from(bids)
    .where(and(eq(bids.solverId, viewerId), eq(bids.status, 'accepted')));
  return inArray(problems.id, posted.unionAll(won));
}

const AGREED = { amount: bids.amount, days: bids.estimatedDays, since: bids.updatedAt };
type Agreed = { amount: number; days: number; since: Date };

const dueAt = ({ days, since }: Agreed): string => new Date(since.getTime() + days * DAY).toISOString();
const soonest = asc(sql`${bids.updatedAt} + ${bids.estimatedDays} * interval '1 day'`);

/** Which problems a viewer has work under way on, on either side. */
export const isUnderWay = (db: Executor, viewerId: SQLWrapper) =>
  and(takesPart(db, viewerId), eq(problems.status, 'in-progress'));

/** Work that a viewer has under way, what is due soonest first. */
export const nestedWork = (db: Executor, viewerId: SQLWrapper, limit: number) =>
  nestedRows({ problem: NAMED, posterId: problems.userId, person: OTHER, agreed: AGREED }, (column) =>
    db
      .select(column)
      .from(problems)
      .innerJoin(bids, isAccepted)
      .innerJoin(others, isOther(viewerId))
      .where(isUnderWay(db, viewerId))
      .orderBy(soonest, asc(problems.id))
      .limit(limit),
  );

interface WorkRow {
  problem: Work['problem'];
  posterId: string;
  person: PersonSummary;
  agreed: Agreed;
}

export function presentWork({ problem, posterId, person, agreed }: WorkRow, viewerId: string): Work {
  const side = posterId === viewerId ? 'seeker' : 'solver';
  return { problem, side, person, amount: agreed.amount, step: 'accepted', dueAt: dueAt(agreed) };
}

/** Of the problem of the query around it: the work on it, if there is any. */
export const nestedWorkOn = (db: Executor) =>
  nestedRows({ person: OTHER, agreed: AGREED }, (column) =>
    db
      .select(column)
      .from(bids)
      .innerJoin(others, eq(others.id, bids.solverId))
      .where(and(isAccepted, eq(problems.status, 'in-progress')))
      .limit(1),
  );

export function presentWorkOn([row]: Pick<WorkRow, 'person' | 'agreed'>[]): OwnProblem['work'] {
  return row === undefined ? null : { step: 'accepted', person: row.person, dueAt: dueAt(row.agreed) };
}

/** People whom a viewer may still rate (product 4.12), what ends soonest first. @param now when it is asked */
export const nestedRatings = (db: Executor, viewerId: SQLWrapper, now: SQLWrapper, limit: number) =>
  nestedRows({ problem: NAMED, person: OTHER, solvedAt: problems.solvedAt }, (column) => {
    const rated = db
      .select({ id: personReviews.id })
      .from(personReviews)
      .where(and(eq(personReviews.problemId, problems.id), eq(personReviews.authorId, viewerId)));
    return db
      .select(column)
      .from(problems)
      .innerJoin(bids, isAccepted)
      .innerJoin(others, isOther(viewerId))
      .where(
        and(
          takesPart(db, viewerId),
          eq(problems.status, 'solved'),
          gt(problems.solvedAt, sql`${now}::timestamptz - ${REVIEW.days} * interval '1 day'`),
          notExists(rated),
        ),
      )
      .orderBy(asc(problems.solvedAt), asc(problems.id))
      .limit(limit);
  });

interface RatingRow extends Pick<RatingDue, 'problem' | 'person'> {
  solvedAt: Date | null;
}

export const presentRating = ({ solvedAt, ...due }: RatingRow): RatingDue => ({
  ...due,
  until: new Date((solvedAt?.getTime() ?? 0) + REVIEW.days * DAY).toISOString(),
});
