import { HOME, REVIEW } from '@solvent/contracts';
import type { OwnProblem, PersonSummary, RatingDue, Work, WorkStep } from '@solvent/contracts';
import { and, asc, eq, exists, gt, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../../accounts/index.ts';
import { agreementChanges, agreements, bids, comments, disputes, problems, seenBids, users } from '../../../schema/index.ts';
import type { AgreementRow } from '../../../schema/index.ts';
import { isParty } from './changes.ts';
import { getOtherParty, getRatingDeadline, hasRated } from '../reviews/reviews.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { TOTAL_COUNT, nestedRows } from '../../../platform/db/nested-rows.ts';

const counterparts = alias(users, 'others');

export const PROBLEM_COLUMNS = { _id: problems.id, title: problems.title };
const COUNTERPART_COLUMNS = { _id: counterparts.id, name: counterparts.name, image: counterparts.image };
const PROGRESS_COLUMNS = {
  status: agreements.status,
  dueAt: agreements.dueAt,
  paidAt: agreements.paidAt,
  changesRequestedAt: agreements.changesRequestedAt,
};
type Progress = Pick<AgreementRow, 'status' | 'dueAt' | 'paidAt' | 'changesRequestedAt'>;

/** Condition for work that is unsolved, or solved recently without a confirmed payment. */
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

/** Selects the active work of a viewer in either role, due soonest first. Each row contains the total count. */
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

const isRevising = ({ status, changesRequestedAt }: Progress): boolean => status === 'accepted' && changesRequestedAt !== null;

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
    isRevising: isRevising(progress),
    isChangeProposed: proposedBy !== null && proposedBy !== viewerId,
    isViewMissing: isDisputed && views[side] === null,
  };
}

/** Selects the amount of the agreement on the outer query's problem; null if there is none, or it ended. */
export function selectAgreedAmount(db: Executor): SQL<number | null> {
  const current = db
    .select({ amount: agreements.amount })
    .from(agreements)
    .where(and(eq(agreements.problemId, problems.id), ne(agreements.status, 'ended')))
    .limit(1);
  return sql`${current}`;
}

/** Selects the active work on the outer query's problem. */
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
  return {
    step: getStep(progress, disputedAt !== null),
    person,
    dueAt: progress.dueAt.toISOString(),
    isRevising: isRevising(progress),
  };
}

/** Users whom a viewer may still rate for solved problems (product 4.12), earliest deadline first. */
export const nestedRatings = (db: Executor, viewerId: SQLWrapper, now: SQLWrapper, limit: number) =>
  nestedRows({ problem: PROBLEM_COLUMNS, person: COUNTERPART_COLUMNS, solvedAt: agreements.solvedAt }, (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(problems, eq(problems.id, agreements.problemId))
      .innerJoin(counterparts, eq(counterparts.id, getOtherParty(viewerId)))
      .where(
        and(
          isParty(viewerId),
          eq(agreements.status, 'solved'),
          gt(agreements.solvedAt, sql`${now}::timestamptz - ${REVIEW.days} * interval '1 day'`),
          not(hasRated(db, viewerId, counterparts.id)),
        ),
      )
      .orderBy(asc(agreements.solvedAt), asc(problems.id))
      .limit(limit),
  );

export const presentRating = ({ solvedAt, ...due }: Omit<RatingDue, 'until'> & { solvedAt: Date | null }): RatingDue => ({
  ...due,
  until: getRatingDeadline(solvedAt ?? new Date(0)).toISOString(),
});

/** Questions on the outer query's problem that its poster has not answered, except the poster's own and those of blocked users. */
export function isOpenQuestion(db: Executor, posterId: SQLWrapper): SQL | undefined {
  const answers = alias(comments, 'answers');
  const answered = db
    .select({ id: answers.id })
    .from(answers)
    .where(
      and(
        eq(answers.problemId, problems.id),
        eq(answers.parentId, comments.id),
        eq(answers.authorId, posterId),
        isNull(answers.deletedAt),
      ),
    );
  return and(
    eq(comments.problemId, problems.id),
    isNull(comments.parentId),
    isNull(comments.deletedAt),
    ne(comments.authorId, posterId),
    not(exists(answered)),
    not(hasBlockBetween(comments.authorId, posterId)),
  );
}

const isPendingBid = (problemId: SQLWrapper) => and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));

/** Selects the time when the poster last viewed the bids of a problem; `-infinity` if never. */
const lastSeenAt = (db: Executor, problemId: SQLWrapper) => {
  const seen = db.select({ at: seenBids.at }).from(seenBids).where(eq(seenBids.problemId, problemId));
  return sql`coalesce((${seen}), '-infinity')`;
};

const isNewBid = (db: Executor, problemId: SQLWrapper) =>
  and(isPendingBid(problemId), gt(bids.createdAt, lastSeenAt(db, problemId)));

/** Counts of bids and questions that the poster of the outer query's problem has to handle. */
export const updateColumns = (db: Executor) => ({
  pendingBids: db.$count(bids, isPendingBid(problems.id)),
  newBids: db.$count(bids, isNewBid(db, problems.id)),
  openQuestions: db.$count(comments, isOpenQuestion(db, problems.userId)),
});

/**
 * Conditions that are true if counts of {@link updateColumns} are not 0: isNew for new bids, isWaiting for pending bids or open
 * questions. EXISTS stops at the first row.
 */
export function updateConditions(db: Executor): { isNew: SQL; isWaiting: SQL } {
  const selectBids = (condition: SQL | undefined) => db.select({ id: bids.id }).from(bids).where(condition);
  const questions = db.select({ id: comments.id }).from(comments).where(isOpenQuestion(db, problems.userId));
  return {
    isNew: exists(selectBids(isNewBid(db, problems.id))),
    isWaiting: sql`(${exists(selectBids(isPendingBid(problems.id)))} OR ${exists(questions)})`,
  };
}

/** Marks the bids of a problem as seen if the viewer is its poster. Writes nothing if there are no new bids. */
export async function recordBidsSeen(db: Db, problemId: string, viewerId: string, at: Date): Promise<void> {
  const unseen = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problems.id), gt(bids.createdAt, lastSeenAt(db, problems.id))));
  const seen = db
    .select({ problemId: problems.id, at: sql`${at.toISOString()}::timestamptz`.as('at') })
    .from(problems)
    .where(and(eq(problems.id, problemId), eq(problems.userId, viewerId), exists(unseen)));
  await db
    .insert(seenBids)
    .select(seen)
    .onConflictDoUpdate({ target: seenBids.problemId, set: { at: sql`greatest(${seenBids.at}, excluded.at)` } });
}
