import * as yup from 'yup';
import { AGREEMENT, ATTACHMENTS } from '../limits.ts';
import { changeBidRules } from './bids.ts';
import { hasLength } from './lengths.ts';
import { id, markdown, plainText } from './texts.ts';

/** `PUT /agreements/{id}/deliver`: by the solver, once (product 4.22). */
export const deliverRules = yup.object({
  note: markdown('The note')
    .required('Describe what you deliver')
    .test(hasLength('The note', { max: AGREEMENT.noteMax })),
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
  note: plainText('The reason')
    .default('')
    .test(hasLength('The reason', { max: AGREEMENT.reasonMax })),
});
export type ProposeChangeBody = yup.InferType<typeof proposeChangeRules>;

/** `POST /agreements/{id}/dispute`; `PUT` changes the caller's view while it is open. */
export const disputeRules = yup.object({
  view: markdown('Your view')
    .required('Describe the problem from your side')
    .test(hasLength('Your view', { min: AGREEMENT.viewMin, max: AGREEMENT.noteMax })),
});
export type DisputeBody = yup.InferType<typeof disputeRules>;
