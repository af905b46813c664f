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

export const PAYMENT_METHODS = ['bank-transfer', 'paypal', 'card', 'crypto', 'cash', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const DISPUTE_OUTCOMES = ['continue', 'solved', 'ended'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];
