import type { AnnouncedProblem } from '@solvent/contracts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Events, Outbox } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { cardOf } from './problem-card.ts';

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
export function addAskAgain(events: Events, problemId: string, people: string[] = []): void {
  const changed = { problemId, people: [...new Set(people)] };
  events.add(bidsChanged, changed, changed);
}

/** Adds that a problem's state or bids have changed; as `addProblemChanged`. @param people whose bids it is about, and its poster */
export async function addBidsChanged(tx: Tx, events: Events, problemId: string, people: string[]): Promise<void> {
  addAskAgain(events, problemId, people);
  await addProblemChanged(tx, events, problemId);
}

/** Adds that a problem's questions and answers have changed. */
export function addCommentsChanged(events: Events, problemId: string): void {
  events.add(commentsChanged, { problemId }, { problemId });
}

/** Lets pages hear of all that (api "Realtime": `bid`, `problem`, `comment`). */
export function tellOfProblems(outbox: Outbox, realtime: Realtime): void {
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
