import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { AGREEMENT, ATTACHMENTS } from '../limits.ts';
import { changeBidRules } from './bids.ts';
import { id, markdown, plainText } from './texts.ts';

const maxLengthMessage = (label: string, max: number) => `${label} cannot exceed ${formatNumber(max)} characters`;

/** `PUT /agreements/{id}/deliver`: by the solver, once (product 4.22). */
export const deliverRules = yup.object({
  note: markdown('The note')
    .required('Describe what you deliver')
    .max(AGREEMENT.noteMax, maxLengthMessage('The note', AGREEMENT.noteMax)),
  files: yup
    .array(id('Please upload the file again').required())
    .max(ATTACHMENTS.max, `You can attach up to ${ATTACHMENTS.max} files`),
});
export type DeliverBody = yup.InferType<typeof deliverRules>;

/** Returns the rule of a bid's number; `fields` lose the schema's type. */
const getBidNumberRule = (field: 'amount' | 'estimatedDays') => changeBidRules.fields[field] as yup.NumberSchema<number>;

/** `POST /agreements/{id}/changes`: `days` from the time of the proposal. */
export const proposeChangeRules = yup.object({
  amount: getBidNumberRule('amount'),
  days: getBidNumberRule('estimatedDays'),
  note: plainText('The reason').default('').max(AGREEMENT.reasonMax, maxLengthMessage('The reason', AGREEMENT.reasonMax)),
});
export type ProposeChangeBody = yup.InferType<typeof proposeChangeRules>;

/** `POST /agreements/{id}/dispute`; `PUT` changes the caller's view while it is open. */
export const disputeRules = yup.object({
  view: markdown('Your view')
    .required('Describe the problem from your side')
    .min(AGREEMENT.viewMin, `Your view must be at least ${AGREEMENT.viewMin} characters`)
    .max(AGREEMENT.noteMax, maxLengthMessage('Your view', AGREEMENT.noteMax)),
});
export type DisputeBody = yup.InferType<typeof disputeRules>;
