import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { AGREEMENT, ATTACHMENTS } from '../limits.ts';
import { changeBidRules } from './bids.ts';
import { id, markdown } from './texts.ts';

const upTo = (what: string, max: number) => `${what} cannot exceed ${formatNumber(max)} characters`;

/** `PUT /agreements/{id}/deliver`: by the solver, once (product 4.22). */
export const deliverRules = yup.object({
  note: markdown('The note').required('Say what you deliver').max(AGREEMENT.noteMax, upTo('The note', AGREEMENT.noteMax)),
  /** Ids of own files from `POST /file-upload?purpose=attachment`, in their order. */
  files: yup
    .array(id('Please upload the file again').required())
    .max(ATTACHMENTS.max, `You can attach up to ${ATTACHMENTS.max} files`),
});
export type DeliverBody = yup.InferType<typeof deliverRules>;

/** The rule of a bid's number: schemas forget what kind of schema a field of theirs is. */
const numberOfBid = (field: 'amount' | 'estimatedDays') => changeBidRules.fields[field] as yup.NumberSchema<number>;

/** `POST /agreements/{id}/changes`: days count from the moment of the proposal. */
export const proposeChangeRules = yup.object({
  amount: numberOfBid('amount'),
  days: numberOfBid('estimatedDays'),
  note: yup.string().trim().default('').max(AGREEMENT.reasonMax, upTo('The reason', AGREEMENT.reasonMax)),
});
export type ProposeChangeBody = yup.InferType<typeof proposeChangeRules>;

/** `POST /agreements/{id}/dispute`, and `PUT` for one's own view while it is open; `DELETE` calls it off. */
export const disputeRules = yup.object({
  view: markdown('Your view')
    .required('Say what you see differently')
    .min(AGREEMENT.viewMin, `Your view must be at least ${AGREEMENT.viewMin} characters`)
    .max(AGREEMENT.noteMax, upTo('Your view', AGREEMENT.noteMax)),
});
export type DisputeBody = yup.InferType<typeof disputeRules>;
