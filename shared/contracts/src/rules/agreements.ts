import * as yup from 'yup';
import { AGREEMENT, ATTACHMENTS } from '../limits.ts';
import { isWebAddress } from './accounts.ts';
import { changeBidRules } from './bids.ts';
import { hasLength } from './lengths.ts';
import { id, markdown, plainText } from './texts.ts';

export const isHttpsLink = (text: string | undefined): boolean =>
  text !== undefined && /^https:/i.test(text) && text.length <= AGREEMENT.linkMax && isWebAddress(text);

/** `PUT /agreements/{id}/deliver`: by the solver (product 4.22). Forms have `links` as lines of text. */
export const deliverRules = yup.object({
  note: markdown('The note')
    .required('Describe what you deliver')
    .test(hasLength('The note', { max: AGREEMENT.noteMax })),
  links: yup
    .array(yup.string().trim().required())
    .transform((links: unknown, typed: unknown) => (typeof typed === 'string' ? typed.split(/\s+/).filter(Boolean) : links))
    .max(AGREEMENT.linksMax, `You can add up to ${AGREEMENT.linksMax} links`)
    .test('https', 'Enter one link per line, each beginning with https://', (links = []) => links.every(isHttpsLink)),
  files: yup
    .array(id('Please upload the file again').required())
    .max(ATTACHMENTS.max, `You can attach up to ${ATTACHMENTS.max} files`),
});
export type DeliverBody = yup.InferType<typeof deliverRules>;

/** `POST /agreements/{id}/revisions`: by the seeker, after a delivery (product 4.22). */
export const requestChangesRules = yup.object({
  text: markdown('The text')
    .required('Describe what to change')
    .test(hasLength('The text', { max: AGREEMENT.noteMax })),
});
export type RequestChangesBody = yup.InferType<typeof requestChangesRules>;

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
