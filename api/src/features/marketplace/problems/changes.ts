import { PROBLEM_EVENTS } from '@solvent/contracts';
import type { AnnouncedProblem } from '@solvent/contracts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import { problemEvents, problems } from '../schema.ts';
import type { ProblemRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events, Outbox } from '../../../platform/outbox/outbox.ts';
import { defineTopic } from '../../../platform/outbox/topic.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';

/** What those who change a problem, or its bids, look at. */
export type LockedProblem = Pick<ProblemRow, 'id' | 'userId' | 'title' | 'status' | 'takenDownAt' | 'rewrittenAt'>;

const { id: ID, userId, title, status, takenDownAt, rewrittenAt } = problems;
/** The columns of a {@link LockedProblem}. */
export const LOCKED_PROBLEM_COLUMNS = { id: ID, userId, title, status, takenDownAt, rewrittenAt };

/**
 * The lock of problems, with the one order of locks: people, problems, conversations, what belongs to a problem (comments, reviews,
 * files), notifications; of several rows of a kind, by their ids. Whoever needs two kinds locks the earlier one first
 * (docs/architecture.md). It is the weakest lock that excludes others who take it: rows that refer to the problem, such as a message's
 * notification, are stored meanwhile.
 */
export const PROBLEM_LOCK = 'no key update';

/**
 * The problem, which nobody else changes until the transaction ends; undefined if there is none. Whoever changes a problem's
 * bids locks the problem first: of all who do so at once, each sees what the one before has left.
 */
export async function lockProblem(tx: Tx, id: string): Promise<LockedProblem | undefined> {
  const found = await tx.select(LOCKED_PROBLEM_COLUMNS).from(problems).where(eq(problems.id, id)).for(PROBLEM_LOCK);
  return found[0];
}

/** The same. @throws AppError `not_found` if there is none */
export async function lockProblemOrThrow(tx: Tx, id: string): Promise<LockedProblem> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) throw notFound('This problem');
  return problem;
}

/**
 * A problem's card for everyone who has a page with it open (`problem`, product 11.13), the same for every viewer. Undefined if
 * there is none, or it is taken down.
 */
async function cardOf(db: Executor, problemId: string): Promise<AnnouncedProblem | undefined> {
  const [found] = await db
    .select({
      _id: problems.id,
      title: problems.title,
      description: problems.description,
      category: problems.category,
      tags: problems.tags,
      bidCount: problems.bidCount,
      status: problems.status,
      budget: problems.budget,
      createdAt: problems.createdAt,
      user: { _id: users.id, name: users.name, image: users.image },
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, problemId), isNull(takenDownAt)));
  return found && { ...found, createdAt: found.createdAt.toISOString() };
}

/** The bids of a problem, or what is said of its people, have changed; `people` hear of it wherever they are. */
const bidsChanged = defineTopic<{ problemId: string; people: string[] }>('bids-changed');

/** A problem's card has changed, which all see who look on. */
const problemChanged = defineTopic<{ problemId: string }, AnnouncedProblem>('problem-changed');

/** Its questions and answers have changed. */
const commentsChanged = defineTopic<{ problemId: string }>('comments-changed');

/**
 * Adds that a problem's card has changed. To be called last in a transaction that holds the problem: those who look on then hear
 * of changes in their order.
 */
export async function addProblemChanged(tx: Tx, events: Events, problemId: string): Promise<void> {
  const card = await cardOf(tx, problemId);
  if (card !== undefined) events.add(problemChanged, { problemId }, card);
}

/** Adds that pages are to ask again for a problem's bids and ratings. @param people hear of it wherever they are */
export function addBidsChanged(events: Events, problemId: string, people: string[] = []): void {
  const changed = { problemId, people: [...new Set(people)] };
  events.add(bidsChanged, changed, changed);
}

/** Adds that a problem's state or bids have changed; as `addProblemChanged`. @param people whose bids it is about, and its poster */
export async function addBidsAndProblemChanged(tx: Tx, events: Events, problemId: string, people: string[]): Promise<void> {
  addBidsChanged(events, problemId, people);
  await addProblemChanged(tx, events, problemId);
}

/** Adds that a problem's questions and answers have changed. */
export function addCommentsChanged(events: Events, problemId: string): void {
  events.add(commentsChanged, { problemId }, { problemId });
}

/** Lets pages hear of all that (`bid`, `problem`, `comment`: product 11.13). */
export function registerProblemSubscribers(outbox: Outbox, realtime: Realtime): void {
  outbox.subscribe(bidsChanged, {
    read: async (_db, changed) => changed,
    deliver: ({ problemId, people }) => {
      for (const person of people) realtime.toUser(person, 'bid', { problemId });
      realtime.toProblem(problemId, 'bid', { problemId });
    },
  });
  outbox.subscribe(problemChanged, {
    read: (db, { problemId }) => cardOf(db, problemId),
    deliver: (card) => realtime.toProblem(card._id, 'problem', card),
  });
  outbox.subscribe(commentsChanged, {
    read: async (_db, changed) => changed,
    deliver: ({ problemId }) => realtime.toProblem(problemId, 'comment', { problemId }),
  });
}

/** Something that happened; with the budget before and after where that has changed. */
type NewEvent = Pick<
  typeof problemEvents.$inferInsert,
  'problemId' | 'event' | 'personId' | 'at' | 'budgetBefore' | 'budgetAfter'
>;

/**
 * Puts something on a problem's timeline, in the transaction of what happened, which holds the problem (`lockProblem`); `personId` as
 * in `TimelineEntry.person`. What this person did before, with nobody else between, is the same entry once more: whoever opens and
 * closes all day makes no timeline longer.
 */
export async function recordEvent(
  tx: Tx,
  { problemId, event, personId, at, budgetBefore, budgetAfter }: NewEvent,
): Promise<void> {
  const latest = await tx
    .select({ id: problemEvents.id, event: problemEvents.event, personId: problemEvents.personId })
    .from(problemEvents)
    .where(eq(problemEvents.problemId, problemId))
    .orderBy(desc(problemEvents.at), desc(problemEvents.id))
    .limit(PROBLEM_EVENTS.length);
  const others = latest.findIndex((entry) => entry.personId !== personId);
  const own = others === -1 ? latest : latest.slice(0, others);
  const same = own.find((entry) => entry.event === event);
  if (same === undefined) await tx.insert(problemEvents).values({ problemId, event, personId, at, budgetBefore, budgetAfter });
  else
    await tx
      .update(problemEvents)
      .set({ at, times: sql`${problemEvents.times} + 1`, budgetAfter })
      .where(eq(problemEvents.id, same.id));
}
