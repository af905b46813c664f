import type { IsoTime, Paging } from './envelope.ts';
import type { PersonSummary, StoredFile } from './schemas/common.ts';

/** States of an agreement (product 4.22). `ended`: without a solution. */
export const AGREEMENT_STATUSES = ['accepted', 'delivered', 'solved', 'ended'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];

export const AGREEMENT_CHANGE_STATUSES = ['proposed', 'agreed', 'declined', 'withdrawn'] as const;
export type AgreementChangeStatus = (typeof AGREEMENT_CHANGE_STATUSES)[number];

/** `parting` ends the agreement; after a delivery it needs both parties. */
export const AGREEMENT_CHANGE_KINDS = ['terms', 'parting'] as const;
export type AgreementChangeKind = (typeof AGREEMENT_CHANGE_KINDS)[number];

/** `withdraw` is for the proposer, the others for the other party. */
export const CHANGE_ANSWERS = ['agree', 'decline', 'withdraw'] as const;
export type ChangeAnswer = (typeof CHANGE_ANSWERS)[number];

export interface AgreementChange {
  _id: string;
  proposedBy: PersonSummary;
  kind: AgreementChangeKind;
  amount: number;
  dueAt: IsoTime;
  note: string;
  status: AgreementChangeStatus;
  before: { amount: number; dueAt: IsoTime };
  createdAt: IsoTime;
  decidedAt: IsoTime | null;
}

export interface Delivery {
  note: string;
  files: StoredFile[];
  at: IsoTime;
}

export const DISPUTE_OUTCOMES = ['continue', 'solved', 'ended'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

export interface Dispute {
  openedBy: PersonSummary;
  seekerView: string | null;
  solverView: string | null;
  openedAt: IsoTime;
  /** Null while open. A withdrawn dispute is not returned. */
  decision: { outcome: DisputeOutcome; text: string; at: IsoTime } | null;
}

/** Agreement between seeker and solver, from the accepted bid to the payment (product 3.27). Visible to these two only. */
export interface Agreement {
  _id: string;
  problem: { _id: string; title: string };
  bidId: string;
  seeker: PersonSummary;
  solver: PersonSummary;
  status: AgreementStatus;
  /** Whole US dollars. */
  amount: number;
  dueAt: IsoTime;
  acceptedAt: IsoTime;
  delivery: Delivery | null;
  solvedAt: IsoTime | null;
  /** `paidAt` is set by the seeker, `receivedAt` by the solver. */
  paidAt: IsoTime | null;
  receivedAt: IsoTime | null;
  parting: { by: PersonSummary; note: string; at: IsoTime } | null;
  /** Oldest first; only the last can be `proposed`. */
  changes: AgreementChange[];
  dispute: Dispute | null;
  ratedBySeeker: boolean;
  ratedBySolver: boolean;
  disputedBySeeker: boolean;
  disputedBySolver: boolean;
}

export interface AgreementResponse {
  agreement: Agreement;
}

export interface AgreementsResponse extends Paging {
  agreements: Agreement[];
}
