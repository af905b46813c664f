import { PROBLEM_EVENTS } from '@solvent/contracts';
import type { AnnouncedProblem } from '@solvent/contracts';
import { and, desc, eq, isNull, sql, exists, or } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { cardColumns } from './presenter.ts';
import { toIsoDates } from '../../accounts/index.ts';
import { TRANSITIONS } from '../transitions.ts';
import { agreements, bids, problemEvents, problems, users } from '../../../schema/index.ts';
import type { ProblemRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { notFound, conflict } from '../../../platform/errors/app-error.ts';
import type { Events, Outbox } from '../../../platform/outbox/outbox.ts';
import { defineTopic } from '../../../platform/outbox/topic.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';

export const NOT_TAKEN_DOWN = isNull(problems.takenDownAt);

export type LockedProblem = Pick<ProblemRow, 'id' | 'userId' | 'title' | 'status' | 'takenDownAt' | 'rewrittenAt'>;

export const LOCKED_PROBLEM_COLUMNS = {
  id: problems.id,
  userId: problems.userId,
  title: problems.title,
  status: problems.status,
  takenDownAt: problems.takenDownAt,
  rewrittenAt: problems.rewrittenAt,
};

/** Lock order: docs/architecture.md. This strength still allows inserts of rows that reference the problem. */
export const PROBLEM_LOCK = 'no key update';

/**
 * Locks a problem until the transaction ends. Lock it before changing its bids: concurrent changes serialize on this row.
 * @param id may be a subquery
 */
export async function lockProblem(tx: Tx, id: string | SQLWrapper): Promise<LockedProblem | undefined> {
  const [problem] = await tx.select(LOCKED_PROBLEM_COLUMNS).from(problems).where(eq(problems.id, id)).for(PROBLEM_LOCK);
  return problem;
}

export async function lockProblemOrThrow(tx: Tx, id: string): Promise<LockedProblem> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) throw notFound('This problem');
  return problem;
}

/** Reads the payload of the `problem` event (product 11.13), the same for every viewer; undefined for a taken-down problem. */
async function readAnnouncedProblem(db: Executor, problemId: string): Promise<AnnouncedProblem | undefined> {
  const { savedByMe: _savedByMe, ...columns } = cardColumns(db, undefined);
  const [found] = await db
    .select(columns)
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, problemId), NOT_TAKEN_DOWN));
  return found && toIsoDates(found);
}

const bidsChanged = defineTopic<{ problemId: string; people: string[] }>('bids-changed');
const problemChanged = defineTopic<{ problemId: string }, AnnouncedProblem>('problem-changed');
const commentsChanged = defineTopic<{ problemId: string }>('comments-changed');

/** Call it last in a transaction that has locked the problem, so that viewers receive changes in order. */
export async function addProblemChanged(tx: Tx, events: Events, problemId: string): Promise<void> {
  const card = await readAnnouncedProblem(tx, problemId);
  if (card !== undefined) events.add(problemChanged, { problemId }, card);
}

/** Makes pages refetch a problem's bids and ratings. @param people users who are notified on every page, not only on the problem's */
export function addBidsChanged(events: Events, problemId: string, people: string[] = []): void {
  const changed = { problemId, people: [...new Set(people)] };
  events.add(bidsChanged, changed, changed);
}

/** Call it last, like `addProblemChanged`. @param people the bidders concerned, and the poster */
export async function addBidsAndProblemChanged(tx: Tx, events: Events, problemId: string, people: string[]): Promise<void> {
  addBidsChanged(events, problemId, people);
  await addProblemChanged(tx, events, problemId);
}

export function addCommentsChanged(events: Events, problemId: string): void {
  events.add(commentsChanged, { problemId }, { problemId });
}

/** Publishes the Socket.IO events `bid`, `problem` and `comment` (product 11.13). */
export function registerProblemSubscribers(outbox: Outbox, realtime: Realtime): void {
  outbox.subscribe(bidsChanged, {
    read: async (_db, changed) => changed,
    deliver: ({ problemId, people }) => {
      for (const person of people) realtime.toUser(person, 'bid', { problemId });
      realtime.toProblem(problemId, 'bid', { problemId });
    },
  });
  outbox.subscribe(problemChanged, {
    read: (db, { problemId }) => readAnnouncedProblem(db, problemId),
    deliver: (card) => realtime.toProblem(card._id, 'problem', card),
  });
  outbox.subscribe(commentsChanged, {
    read: async (_db, changed) => changed,
    deliver: ({ problemId }) => realtime.toProblem(problemId, 'comment', { problemId }),
  });
}

/**
 * Records an event of a locked problem. Increments the count of an existing entry of the same user and event, unless an entry of
 * another user follows it.
 */
export async function recordEvent(tx: Tx, entry: typeof problemEvents.$inferInsert): Promise<void> {
  const { problemId, event, personId, at, budgetAfter } = entry;
  const latest = await tx
    .select({ id: problemEvents.id, event: problemEvents.event, personId: problemEvents.personId })
    .from(problemEvents)
    .where(eq(problemEvents.problemId, problemId))
    .orderBy(desc(problemEvents.at), desc(problemEvents.id))
    .limit(PROBLEM_EVENTS.length);
  const otherIndex = latest.findIndex((earlier) => earlier.personId !== personId);
  const own = otherIndex === -1 ? latest : latest.slice(0, otherIndex);
  const repeated = own.find((earlier) => earlier.event === event);
  if (repeated === undefined) await tx.insert(problemEvents).values(entry);
  else
    await tx
      .update(problemEvents)
      .set({ at, times: sql`${problemEvents.times} + 1`, budgetAfter })
      .where(eq(problemEvents.id, repeated.id));
}

/** Timeline events by action (product 4.10). */
export const STATUS_EVENTS = { close: 'closed', reopen: 'reopened', solve: 'solved', part: 'parted' } as const;
export type StatusAction = keyof typeof STATUS_EVENTS;

/** Changes the status of a locked problem, its timeline, and on parting its accepted bid. */
export async function applyStatus(tx: Tx, problemId: string, action: StatusAction, personId: string, at: Date): Promise<void> {
  const solved = action === 'solve' ? { solvedAt: at } : {};
  const parted = action === 'part' ? { bidCount: sql`${problems.bidCount} - 1` } : {};
  await tx
    .update(problems)
    .set({ status: TRANSITIONS[action].to.problem, updatedAt: at, ...solved, ...parted })
    .where(eq(problems.id, problemId));
  if (action === 'part') {
    const accepted = and(eq(bids.problemId, problemId), eq(bids.status, 'accepted'));
    await tx.update(bids).set({ status: TRANSITIONS.part.to.bid, updatedAt: at }).where(accepted);
  }
  await recordEvent(tx, { problemId, event: STATUS_EVENTS[action], personId, at });
}

/** Condition for agreements of the user. */
export const isParty = (userId: string | SQLWrapper): SQL | undefined =>
  or(eq(agreements.seekerId, userId), eq(agreements.solverId, userId));

/**
 * Condition for problems that the viewer may read (product 6.10).
 * @param viewerId undefined, or null when the statement runs, for visitors
 */
export function visibleTo(db: Executor, viewerId: string | SQLWrapper | undefined): SQL | undefined {
  if (viewerId === undefined) return NOT_TAKEN_DOWN;
  const agreed = db
    .select({ id: agreements.id })
    .from(agreements)
    .where(and(eq(agreements.problemId, problems.id), isParty(viewerId)));
  return or(NOT_TAKEN_DOWN, eq(problems.userId, viewerId), exists(agreed));
}

/** Finds a problem that the viewer may read. @throws AppError `not_found` */
export async function findVisibleProblem(db: Executor, id: string, viewerId: string | undefined) {
  const { userId, status, tags, category, bidCount, takenDownAt } = problems;
  const [problem] = await db
    .select({ id: problems.id, userId, status, tags, category, bidCount, takenDownAt })
    .from(problems)
    .where(and(eq(problems.id, id), visibleTo(db, viewerId)));
  if (problem === undefined) throw notFound('This problem');
  return problem;
}

/** @throws AppError for a taken-down problem: `conflict` for its poster, `not_found` for others */
export function assertNotTakenDown({ takenDownAt, userId }: LockedProblem, callerId: string): void {
  if (takenDownAt === null) return;
  throw callerId === userId ? conflict('This problem was taken down. Its page says why.') : notFound('This problem');
}
