import type { Role } from './accounts.ts';
import type { PersonSummary } from './schemas/common.ts';
import type { Bid } from './schemas/bids.ts';
import type { IsoTime } from './envelope.ts';
import type { Problem, ProblemListItem, ProblemsResponse, ProblemStatus } from './problems.ts';

/** Limits of the signed-in home page (product 2.49). */
export const HOME = { listMax: 5, nextMax: 6, dueSoonHours: 48, questionMax: 200, paymentDays: 30 } as const;

export type NamedProblem = Pick<ProblemListItem, '_id' | 'title'>;

export interface ProblemUpdate {
  pendingBids: number;
  newBids: number;
  openQuestions: number;
}

/** Progress of agreed work: in progress, delivered, solved but not paid, marked as paid, or in dispute. */
export const WORK_STEPS = ['accepted', 'delivered', 'solved', 'paid', 'disputed'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

export interface Work {
  problem: NamedProblem;
  side: Role;
  person: PersonSummary;
  /** Whole US dollars. */
  amount: number;
  step: WorkStep;
  dueAt: IsoTime;
}

export interface OwnProblem extends ProblemListItem, ProblemUpdate, Pick<Problem, 'takenDown'> {
  work: Pick<Work, 'step' | 'person' | 'dueAt'> | null;
  /** Whole US dollars; null without an agreement or if it ended. */
  agreedAmount: number | null;
}

export interface OwnProblemsResponse extends Omit<ProblemsResponse, 'problems'> {
  problems: OwnProblem[];
  counts: Record<ProblemStatus | 'all', number>;
}

export interface OpenQuestion {
  _id: string;
  problem: NamedProblem;
  author: PersonSummary;
  content: string;
  createdAt: IsoTime;
}

export interface PendingBid extends Pick<Bid, '_id' | 'amount' | 'estimatedDays' | 'createdAt'> {
  problem: NamedProblem & Pick<ProblemListItem, 'budget' | 'bidCount'>;
}

export type MatchingProblem = Pick<ProblemListItem, '_id' | 'title' | 'category' | 'tags' | 'bidCount' | 'budget' | 'createdAt'>;

export interface RatingDue {
  problem: NamedProblem;
  person: PersonSummary;
  until: IsoTime;
}

/** Kinds of next steps, most urgent first (product 2.49). `due`: delivery is due soon; `received`: confirm a payment. */
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

export interface NextStep {
  kind: NextStepKind;
  problem: NamedProblem;
  count: number;
  person: PersonSummary | null;
  at: IsoTime | null;
}

export interface HomeResponse {
  next: NextStep[];
  work: Work[];
  /** Own open problems: with new bids first, then with pending bids or questions, then newest. */
  problems: (NamedProblem & ProblemUpdate & Pick<ProblemListItem, 'budget' | 'createdAt'>)[];
  questions: OpenQuestion[];
  bids: PendingBid[];
  matches: MatchingProblem[];
  ratings: RatingDue[];
  totals: Record<'work' | 'openProblems' | 'questions' | 'pendingBids' | 'posted' | 'bid', number>;
}
