import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { ATTACHMENTS, BID } from '../limits.ts';
import { hasLength } from './lengths.ts';
import { dollars, number } from './numbers.ts';
import { id, markdown, plainText } from './texts.ts';

/** `PUT /bids/{id}` of a pending bid, and the bid form (product 5.8). */
export const changeBidRules = yup.object({
  amount: dollars('Amount')
    .required('Amount is required')
    .min(BID.amountMin, `Amount must be at least $${BID.amountMin}`)
    .max(BID.amountMax, `Amount cannot exceed $${formatNumber(BID.amountMax)}`),
  estimatedDays: number()
    .typeError('Days must be a number')
    .required('Enter the number of days')
    .integer('Days must be a whole number')
    .min(BID.daysMin, `Days must be at least ${BID.daysMin}`)
    .max(BID.daysMax, `Days cannot exceed ${BID.daysMax}`),
  message: markdown('Message')
    .required('Message is required')
    .test(hasLength('Message', { min: BID.messageMin, max: BID.messageMax })),
  attachments: yup
    .array(id('Please upload the file again').required())
    .max(ATTACHMENTS.max, `You can attach up to ${ATTACHMENTS.max} files`),
});
export type ChangeBidBody = yup.InferType<typeof changeBidRules>;

/** `PUT /bids/{id}/accept`: the terms that the poster has seen; absent accepts the current terms. */
export const acceptBidRules = yup.object({
  amount: dollars('Amount'),
  estimatedDays: number().integer('Days must be a whole number'),
});
export type AcceptBidBody = yup.InferType<typeof acceptBidRules>;

export const rejectBidRules = yup.object({
  reason: plainText('Reason').test(hasLength('Reason', { max: BID.reasonMax })),
});
export type RejectBidBody = yup.InferType<typeof rejectBidRules>;
