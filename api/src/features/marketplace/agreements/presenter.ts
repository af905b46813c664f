import { AGREEMENT_CHANGE_STATUSES, AGREEMENT_STATUSES, DISPUTE_OUTCOMES } from '@solvent/contracts';
import type { Agreement, AgreementAnswer, AgreementsAnswer } from '@solvent/contracts';
import { personSchema } from '../../accounts/service.ts';
import { fileFields } from '../../files/service.ts';
import { answerSchema, json, pagingSchema } from '../../../platform/http/answer-schema.ts';
import type { JsonSchema } from '../../../platform/http/answer-schema.ts';

const sum = { amount: json.integer, dueAt: json.time };

const change = json.object({
  _id: json.id,
  proposedBy: personSchema,
  ...sum,
  note: json.text,
  status: json.oneOf(AGREEMENT_CHANGE_STATUSES),
  before: json.object(sum),
  createdAt: json.time,
  decidedAt: json.orNull(json.time),
});

const dispute = json.object({
  openedBy: personSchema,
  seekerView: json.textOrNull,
  solverView: json.textOrNull,
  openedAt: json.time,
  decision: json.orNull(json.object({ outcome: json.oneOf(DISPUTE_OUTCOMES), text: json.text, at: json.time })),
});

/** An agreement in an answer: to its two people alone. */
export const agreementSchema: JsonSchema<Agreement> = json.object({
  _id: json.id,
  problem: json.object({ _id: json.id, title: json.text }),
  bidId: json.id,
  seeker: personSchema,
  solver: personSchema,
  status: json.oneOf(AGREEMENT_STATUSES),
  ...sum,
  acceptedAt: json.time,
  delivery: json.orNull(json.object({ note: json.text, files: json.list(json.object(fileFields)), at: json.time })),
  solvedAt: json.orNull(json.time),
  paidAt: json.orNull(json.time),
  receivedAt: json.orNull(json.time),
  parting: json.orNull(json.object({ by: personSchema, note: json.text, at: json.time })),
  changes: json.list(change),
  dispute: json.orNull(dispute),
  ratedBySeeker: json.yes,
  ratedBySolver: json.yes,
});

/** `{ agreement }`. */
export const agreementAnswer = answerSchema<AgreementAnswer>(json.object({ agreement: agreementSchema }));

/** `{ agreements }` and paging. */
export const agreementsAnswer = answerSchema<AgreementsAnswer>(
  json.object({ agreements: json.list(agreementSchema), ...pagingSchema }),
);
