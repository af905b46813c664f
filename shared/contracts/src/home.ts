import type { PersonSummary, Role } from './accounts.ts';
import type { Bid } from './bids.ts';
import type { IsoTime } from './envelope.ts';
import type { Problem, ProblemListItem, ProblemsAnswer, ProblemStatus } from './problems.ts';

/**
 * Of what somebody's home shows (product 2.49): so many of a list, and of what to do next, at most; hours before work is due soon;
 * characters of a question; days after solving that a payment which nobody speaks of still counts as under way.
 */
export const HOME = { listMax: 5, nextMax: 6, dueSoonHours: 48, questionMax: 200, paymentDays: 30 } as const;

/** A problem as far as it is named. */
export type NamedProblem = Pick<ProblemListItem, '_id' | 'title'>;

/** What waits for a problem's poster. */
export interface ProblemUpdate {
  /** Bids that wait for a decision. */
  pendingBids: number;
  /** Those of them that came since the poster last looked at the bids. */
  newBids: number;
  /** Questions without an answer of the poster's. */
  openQuestions: number;
}

/**
 * How far work is that two have agreed on: it goes on, is handed over, is solved and not paid yet, is said to be paid and not confirmed
 * yet, or waits for a moderator.
 */
export const WORK_STEPS = ['accepted', 'delivered', 'solved', 'paid', 'disputed'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

/** Work under way, as one of its two sees it. */
export interface Work {
  problem: NamedProblem;
  /** Which side the viewer is. */
  side: Role;
  /** The other one. */
  person: PersonSummary;
  /** The agreed sum, whole US dollars. */
  amount: number;
  step: WorkStep;
  dueAt: IsoTime;
}

/** A problem in its poster's own list: with what waits for them, and how far the work is. */
export interface OwnProblem extends ProblemListItem, ProblemUpdate, Pick<Problem, 'takenDown'> {
  /** Null while nobody works on it. */
  work: Pick<Work, 'step' | 'person' | 'dueAt'> | null;
  /** Whole US dollars of its agreement, unless that ended; null without one. */
  agreedAmount: number | null;
}

/** Answer of `GET /problems/user` for one's own: with how many there are of each state. */
export interface OwnProblemsAnswer extends Omit<ProblemsAnswer, 'problems'> {
  problems: OwnProblem[];
  counts: Record<ProblemStatus | 'all', number>;
}

/** A question under an own problem that its poster has not answered. */
export interface OpenQuestion {
  /** The comment's. */
  _id: string;
  problem: NamedProblem;
  author: PersonSummary;
  /** Its beginning, as plain text. */
  content: string;
  createdAt: IsoTime;
}

/** An own bid that waits for a decision. */
export interface PendingBid extends Pick<Bid, '_id' | 'amount' | 'estimatedDays' | 'createdAt'> {
  problem: NamedProblem & Pick<ProblemListItem, 'budget' | 'bidCount'>;
}

/** An open problem that the viewer's areas of expertise name. */
export type MatchingProblem = Pick<ProblemListItem, '_id' | 'title' | 'category' | 'tags' | 'bidCount' | 'budget' | 'createdAt'>;

/** Somebody whom the viewer may still rate. */
export interface RatingDue {
  problem: NamedProblem;
  person: PersonSummary;
  until: IsoTime;
}

/**
 * What to do next, the most urgent kind first (product 2.49): hand over what is overdue, say how one sees what is disputed, mark solved what
 * was delivered, agree to a proposed change or decline, hand over what is due soon, confirm a payment or say that one was made, look at new bids, answer questions, decide on bids, rate.
 */
export const NEXT_STEPS = [
  'overdue',
  'dispute',
  'delivered',
  'change',
  'due',
  'received',
  'pay',
  'new-bids',
  'questions',
  'bids',
  'rate',
] as const;
export type NextStepKind = (typeof NEXT_STEPS)[number];

/** One thing to do next, about one problem. */
export interface NextStep {
  kind: NextStepKind;
  problem: NamedProblem;
  /** How many bids or questions; 1 where it is one thing. */
  count: number;
  /** Whom it is about; null where it is about several, or nobody. */
  person: PersonSummary | null;
  /** Until when; null where there is no such time. */
  at: IsoTime | null;
}

/** Answer of `GET /home`: what somebody who is signed in has under way, on both sides (product 2.49). */
export interface HomeAnswer {
  /** The most urgent first. */
  next: NextStep[];
  /** Due soonest first. */
  work: Work[];
  /** Own open problems: those with new bids first, then with bids or questions that wait, then the newest. */
  problems: (NamedProblem & ProblemUpdate & Pick<ProblemListItem, 'budget' | 'createdAt'>)[];
  /** The oldest first. */
  questions: OpenQuestion[];
  /** The newest first. */
  bids: PendingBid[];
  /** The newest first. */
  matches: MatchingProblem[];
  /** The soonest to end first. */
  ratings: RatingDue[];
  /** How many there are of what is listed, and of all that one has ever posted and bid. */
  totals: Record<'work' | 'openProblems' | 'questions' | 'pendingBids' | 'posted' | 'bid', number>;
}
