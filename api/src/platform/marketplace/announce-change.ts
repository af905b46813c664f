import type { Tx } from '../db/connect.ts';
import type { Announce } from '../notifications/notify.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { cardOf } from './problem-card.ts';

/**
 * Reads, last in a transaction, what those who look on are told of a problem whose state or bids it changed.
 * @param people who hear of it wherever they are: those whose bids it is about, and the problem's poster
 * @returns the announcement (`bid`, `problem`), to be made after the commit
 */
export async function announceChange(tx: Tx, realtime: Realtime, problemId: string, people: string[]): Promise<Announce> {
  const card = await cardOf(tx, problemId);
  return () => {
    for (const person of new Set(people)) realtime.toUser(person, 'bid', { problemId });
    realtime.toProblem(problemId, 'bid', { problemId });
    if (card !== undefined) realtime.toProblem(problemId, 'problem', card);
  };
}
