import { HOME, REVIEW } from '@solvent/contracts';
import type { OwnProblem, PersonSummary, RatingDue, Work, WorkStep } from '@solvent/contracts';
import { and, asc, eq, gt, gte, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { agreementChanges, agreements, bids, disputes, personReviews, problems, users } from '../../../schema/index.ts';
import type { AgreementRow } from '../../../schema/index.ts';
import { isParty } from '../agreements/queries.ts';
import { getOtherParty, getRatingDeadline } from '../reviews/reviews.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { TOTAL_COUNT, nestedRows } from '../../../platform/db/nested-rows.ts';

const counterparts = alias(users, 'others');

export const PROBLEM_COLUMNS = { _id: problems.id, title: problems.title };
const COUNTERPART_COLUMNS = { _id: counterparts.id, name: counterparts.name, image: counterparts.image };
const PROGRESS_COLUMNS = { status: agreements.status, dueAt: agreements.dueAt, paidAt: agreements.paidAt };
type Progress = Pick<AgreementRow, 'status' | 'dueAt' | 'paidAt'>;

/** Unsolved, or solved recently without a confirmed payment. */
const isActive = (now: SQLWrapper): SQL | undefined =>
  or(
    inArray(agreements.status, ['accepted', 'delivered']),
    and(
      eq(agreements.status, 'solved'),
      isNull(agreements.receivedAt),
      gt(agreements.solvedAt, sql`${now}::timestamptz - ${HOME.paymentDays} * interval '1 day'`),
    ),
  );

const isProposedChange = and(eq(agreementChanges.agreementId, agreements.id), eq(agreementChanges.status, 'proposed'));
const isOpenDispute = and(eq(disputes.agreementId, agreements.id), isNull(disputes.decidedAt));

/** Active work of a viewer in either role, due soonest first; each row has the total count. */
export function nestedWork(db: Executor, viewerId: SQLWrapper, now: SQLWrapper, limit: number) {
  // Selected and counted before the joins, because some users have hundreds of agreements.
  const first = db
    .select({ id: agreements.id, total: TOTAL_COUNT })
    .from(agreements)
    .where(and(isParty(viewerId), isActive(now)))
    .orderBy(asc(agreements.dueAt), asc(agreements.id))
    .limit(limit)
    .as('first');
  return nestedRows(
    {
      total: first.total,
      problem: PROBLEM_COLUMNS,
      seekerId: agreements.seekerId,
      person: COUNTERPART_COLUMNS,
      amount: agreements.amount,
      progress: PROGRESS_COLUMNS,
      proposedBy: agreementChanges.proposedBy,
      disputedAt: disputes.openedAt,
      views: { seeker: disputes.seekerView, solver: disputes.solverView },
    },
    (column) =>
      db
        .select(column)
        .from(first)
        .innerJoin(agreements, eq(agreements.id, first.id))
        .innerJoin(problems, eq(problems.id, agreements.problemId))
        .innerJoin(counterparts, eq(counterparts.id, getOtherParty(viewerId)))
        .leftJoin(agreementChanges, isProposedChange)
        .leftJoin(disputes, isOpenDispute)
        .orderBy(asc(agreements.dueAt), asc(agreements.id)),
  );
}

interface WorkRow extends Pick<Work, 'problem' | 'person' | 'amount'> {
  seekerId: string;
  progress: Progress;
  proposedBy: string | null;
  disputedAt: Date | null;
  views: { seeker: string | null; solver: string | null };
}

export interface ActionableWork extends Work {
  /** The other party has proposed a change. */
  isChangeProposed: boolean;
  /** The work is disputed, and the viewer has not stated their view. */
  isViewMissing: boolean;
}

function getStep({ status, paidAt }: Progress, isDisputed: boolean): WorkStep {
  if (isDisputed) return 'disputed';
  if (status === 'accepted' || status === 'delivered') return status;
  return paidAt === null ? 'solved' : 'paid';
}

export function presentWork(row: WorkRow, viewerId: string): ActionableWork {
  const { problem, person, amount, progress, seekerId, proposedBy, disputedAt, views } = row;
  const side = seekerId === viewerId ? 'seeker' : 'solver';
  const isDisputed = disputedAt !== null;
  return {
    problem,
    side,
    person,
    amount,
    step: getStep(progress, isDisputed),
    dueAt: progress.dueAt.toISOString(),
    isChangeProposed: proposedBy !== null && proposedBy !== viewerId,
    isViewMissing: isDisputed && views[side] === null,
  };
}

/** The amount of the agreement on the outer query's problem, unless it ended. */
export function selectAgreedAmount(db: Executor): SQL<number | null> {
  const current = db
    .select({ amount: agreements.amount })
    .from(agreements)
    .where(and(eq(agreements.problemId, problems.id), ne(agreements.status, 'ended')))
    .limit(1);
  return sql`${current}`;
}

/** Active work on the outer query's problem. */
export const nestedProblemWork = (db: Executor) =>
  nestedRows({ person: COUNTERPART_COLUMNS, progress: PROGRESS_COLUMNS, disputedAt: disputes.openedAt }, (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(counterparts, eq(counterparts.id, agreements.solverId))
      .leftJoin(disputes, isOpenDispute)
      .where(and(eq(agreements.problemId, problems.id), isActive(sql`now()`)))
      .limit(1),
  );

export function presentProblemWork([row]: {
  person: PersonSummary;
  progress: Progress;
  disputedAt: Date | null;
}[]): OwnProblem['work'] {
  if (row === undefined) return null;
  const { person, progress, disputedAt } = row;
  return { step: getStep(progress, disputedAt !== null), person, dueAt: progress.dueAt.toISOString() };
}

const isAccepted = and(eq(bids.problemId, problems.id), eq(bids.status, 'accepted'));

/** Posted by the viewer and solved recently, or with the viewer's accepted bid. A union, so that both indexes are used. */
function isParticipant(db: Executor, viewerId: SQLWrapper, isRecent: SQL | undefined): SQL {
  const posted = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, viewerId), isRecent));
  const won = db
    .select({ id: bids.problemId })
    .from(bids)
    .where(and(eq(bids.solverId, viewerId), eq(bids.status, 'accepted')));
  return inArray(problems.id, posted.unionAll(won));
}

/** Users whom a viewer may still rate (product 4.12), earliest deadline first. */
export const nestedRatings = (db: Executor, viewerId: SQLWrapper, now: SQLWrapper, limit: number) =>
  nestedRows({ problem: PROBLEM_COLUMNS, person: COUNTERPART_COLUMNS, solvedAt: problems.solvedAt }, (column) => {
    const rated = db
      .select({ id: personReviews.id })
      .from(personReviews)
      .where(
        and(
          eq(personReviews.problemId, problems.id),
          eq(personReviews.authorId, viewerId),
          eq(personReviews.subjectId, counterparts.id),
          gte(personReviews.createdAt, problems.solvedAt),
        ),
      );
    const isRecent = and(
      eq(problems.status, 'solved'),
      gt(problems.solvedAt, sql`${now}::timestamptz - ${REVIEW.days} * interval '1 day'`),
    );
    return db
      .select(column)
      .from(problems)
      .innerJoin(bids, isAccepted)
      .innerJoin(counterparts, eq(counterparts.id, getOtherParty(viewerId, problems.userId, bids.solverId)))
      .where(and(isParticipant(db, viewerId, isRecent), isRecent, ne(problems.userId, bids.solverId), notExists(rated)))
      .orderBy(asc(problems.solvedAt), asc(problems.id))
      .limit(limit);
  });

export const presentRating = ({ solvedAt, ...due }: Omit<RatingDue, 'until'> & { solvedAt: Date | null }): RatingDue => ({
  ...due,
  until: getRatingDeadline(solvedAt ?? new Date(0)).toISOString(),
});
