import type { notifications } from '../../platform/db/schema/notifications.ts';
import { BID_WORDS } from '../../platform/marketplace/bid-words.ts';
import { ACTOR } from '../../platform/notifications/actor.ts';
import type { DemoBidNotification, DemoMessageNotification } from '../data/shape.ts';
import type { StoredBid } from './bids.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';

type NotificationInsert = typeof notifications.$inferInsert;

/** What notifications speak of. Each throws if the data names something that is not there. */
export interface Known {
  idOf(person: string): string;
  problem(key: string): { id: string; title: string; seeker: string };
  bid(problem: string, solver: string): StoredBid['row'];
  /** The conversation about a problem between two people: the same one for both. */
  conversation(problem: string, one: string, other: string): string;
}

/** The notification that a bid or its outcome led to. */
export function aboutBid({ to, type, problem, solver, read }: DemoBidNotification, known: Known): NotificationInsert {
  const bid = known.bid(problem, solver);
  const { id, title, seeker } = known.problem(problem);
  const createdAt = type === 'new_bid' ? bid.createdAt : bid.updatedAt;
  const { says, title: heading } = BID_WORDS[type];
  const actorId = known.idOf(type === 'new_bid' ? solver : seeker);
  const message = says(bid.amount, title);
  return { id: idAt(createdAt), userId: known.idOf(to), actorId, type, title: heading, message, read, problemId: id, createdAt };
}

/** The notification that a message led to. */
export function aboutMessage(source: DemoMessageNotification, known: Known, clock: Clock): NotificationInsert {
  const { to, type, problem, from, text, age, read } = source;
  const createdAt = clock.ago(age);
  return {
    id: idAt(createdAt),
    userId: known.idOf(to),
    actorId: known.idOf(from),
    type,
    title: `New message from ${ACTOR}`,
    message: text,
    read,
    problemId: known.problem(problem).id,
    conversationId: known.conversation(problem, to, from),
    createdAt,
  };
}
