import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';

/** States of an agreement (product 4.22). `ended` is one whose people parted. */
export const AGREEMENT_STATUSES = ['accepted', 'delivered', 'solved', 'ended'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];

/** States of a proposed change. */
export const AGREEMENT_CHANGE_STATUSES = ['proposed', 'agreed', 'declined', 'withdrawn'] as const;
export type AgreementChangeStatus = (typeof AGREEMENT_CHANGE_STATUSES)[number];

/** What a proposal changes: the terms, or it ends the agreement (after a delivery both have to agree to that). */
export const AGREEMENT_CHANGE_KINDS = ['terms', 'parting'] as const;
export type AgreementChangeKind = (typeof AGREEMENT_CHANGE_KINDS)[number];

/** What can be answered to a proposed change: by the other one, or `withdraw` by who proposed it. */
export const CHANGE_ANSWERS = ['agree', 'decline', 'withdraw'] as const;
export type ChangeAnswer = (typeof CHANGE_ANSWERS)[number];

/** What one of the two proposes to agree on instead: it holds once the other agrees. */
export interface AgreementChange {
  _id: string;
  proposedBy: PersonSummary;
  /** Of `parting`, amount and date are those of the agreement. */
  kind: AgreementChangeKind;
  /** Whole US dollars. */
  amount: number;
  dueAt: IsoTime;
  /** Why; may be empty. */
  note: string;
  status: AgreementChangeStatus;
  /** What was agreed before. */
  before: { amount: number; dueAt: IsoTime };
  createdAt: IsoTime;
  /** Null while it waits for an answer. */
  decidedAt: IsoTime | null;
}

/** What the solver handed over. */
export interface Delivery {
  /** Markdown. */
  note: string;
  files: StoredFile[];
  at: IsoTime;
}

/** What became of a dispute: the work goes on, counts as solved, or the two part. */
export const DISPUTE_OUTCOMES = ['continue', 'solved', 'ended'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** A disagreement that a moderator decides, with what both say of it. */
export interface Dispute {
  openedBy: PersonSummary;
  /** Each one's view, markdown; null who has not written yet. */
  seekerView: string | null;
  solverView: string | null;
  openedAt: IsoTime;
  /** Null while it is open; a dispute that was called off is gone. */
  decision: { outcome: DisputeOutcome; text: string; at: IsoTime } | null;
}

/** What seeker and solver agreed on, from the accepted bid to the payment (product 3.27). The two alone see it. */
export interface Agreement {
  _id: string;
  problem: { _id: string; title: string };
  bidId: string;
  seeker: PersonSummary;
  solver: PersonSummary;
  status: AgreementStatus;
  /** The agreed sum, whole US dollars. */
  amount: number;
  dueAt: IsoTime;
  acceptedAt: IsoTime;
  delivery: Delivery | null;
  solvedAt: IsoTime | null;
  /** When the seeker said that it is paid, and the solver that it came. */
  paidAt: IsoTime | null;
  receivedAt: IsoTime | null;
  /** Who parted, and what the two agreed on then; null where a moderator ended it. */
  parting: { by: PersonSummary; note: string; at: IsoTime } | null;
  /** All proposed changes, oldest first; at most the last is `proposed`. */
  changes: AgreementChange[];
  dispute: Dispute | null;
  /** Whether each has rated the other; both see that it was done, before either sees the stars. */
  ratedBySeeker: boolean;
  ratedBySolver: boolean;
  /** Whether each has asked a moderator, also where they called the dispute off. */
  disputedBySeeker: boolean;
  disputedBySolver: boolean;
}

/** Answer of every call that changes an agreement. */
export interface AgreementAnswer {
  agreement: Agreement;
}

/** Answer of `GET /agreements`: one's own, on either side, the latest first. */
export interface AgreementsAnswer extends Paging {
  agreements: Agreement[];
}
