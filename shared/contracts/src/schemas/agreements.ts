import {
  AGREEMENT_CHANGE_KINDS,
  AGREEMENT_CHANGE_STATUSES,
  AGREEMENT_STATUSES,
  DISPUTE_OUTCOMES,
  PAYMENT_METHODS,
} from '../agreements.ts';
import { fileSchema, pagingSchema, personSchema } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

const timeOrNull = json.orNull(json.time);

/** `amount` in whole US dollars. */
const terms = { amount: json.integer, dueAt: json.time } as const;

const agreementChangeSchema = json.named('AgreementChange').object({
  _id: json.id,
  proposedBy: personSchema,
  kind: json.oneOf(AGREEMENT_CHANGE_KINDS),
  ...terms,
  note: json.text,
  status: json.oneOf(AGREEMENT_CHANGE_STATUSES),
  before: json.object(terms),
  createdAt: json.time,
  decidedAt: timeOrNull,
});
export type AgreementChange = TypeOf<typeof agreementChangeSchema>;

const deliverySchema = json.named('Delivery').object({
  note: json.text,
  /** Addresses that begin with `https:`. */
  links: json.list(json.text),
  files: json.list(fileSchema),
  at: json.time,
  /** The seeker's request to change it. */
  changesRequested: json.orNull(json.object({ text: json.text, at: json.time })),
});
export type Delivery = TypeOf<typeof deliverySchema>;

const disputeSchema = json.named('Dispute').object({
  openedBy: personSchema,
  seekerView: json.textOrNull,
  solverView: json.textOrNull,
  openedAt: json.time,
  /** Null while open. A withdrawn dispute is not returned. */
  decision: json.orNull(json.object({ outcome: json.oneOf(DISPUTE_OUTCOMES), text: json.text, at: json.time })),
});
export type Dispute = TypeOf<typeof disputeSchema>;

/** Agreement between seeker and solver, from the accepted bid to the payment (product 3.27). Visible to these two only. */
export const agreementSchema = json.named('Agreement').object({
  _id: json.id,
  problem: json.object({ _id: json.id, title: json.text }),
  bidId: json.id,
  seeker: personSchema,
  solver: personSchema,
  status: json.oneOf(AGREEMENT_STATUSES),
  ...terms,
  acceptedAt: json.time,
  /** The latest. */
  delivery: json.orNull(deliverySchema),
  /** Oldest first. */
  earlierDeliveries: json.list(deliverySchema),
  solvedAt: timeOrNull,
  /** `paidAt` is set by the seeker, `receivedAt` by the solver. */
  paidAt: timeOrNull,
  receivedAt: timeOrNull,
  /** As stated by the seeker; null until then. */
  payment: json.orNull(
    json.object({
      /** Number of the receipt. */
      receipt: json.text,
      /** A day such as `2026-11-21`, without a time zone. */
      paidOn: json.text,
      /** Null if not stated. */
      method: json.orNull(json.oneOf(PAYMENT_METHODS)),
      reference: json.text,
    }),
  ),
  parting: json.orNull(json.object({ by: personSchema, note: json.text, at: json.time })),
  /** Oldest first; only the last can be `proposed`. */
  changes: json.list(agreementChangeSchema),
  dispute: json.orNull(disputeSchema),
  ratedBySeeker: json.boolean,
  ratedBySolver: json.boolean,
  disputedBySeeker: json.boolean,
  disputedBySolver: json.boolean,
});
export type Agreement = TypeOf<typeof agreementSchema>;

export const agreementResponse = json.object({ agreement: agreementSchema });
export type AgreementResponse = TypeOf<typeof agreementResponse>;

const paymentDetailsSchema = json.named('PaymentDetails').object({
  text: json.text,
  iban: json.text,
  /** Empty, or an address that begins with `https:`. */
  link: json.text,
  updatedAt: json.time,
});
export type PaymentDetails = TypeOf<typeof paymentDetailsSchema>;

/** Null if the solver has written none. */
export const paymentDetailsResponse = json.object({ details: json.orNull(paymentDetailsSchema) });
export type PaymentDetailsResponse = TypeOf<typeof paymentDetailsResponse>;

export const agreementsResponse = json.object({ agreements: json.list(agreementSchema), ...pagingSchema });
export type AgreementsResponse = TypeOf<typeof agreementsResponse>;
