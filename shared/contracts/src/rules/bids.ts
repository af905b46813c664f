import * as yup from 'yup';
import { BID_STATUSES } from '../bids.ts';
import type { BidStatus } from '../bids.ts';
import { BID, PAGE_SIZES } from '../constants.ts';
import { pagingFields } from './paging.ts';

const id = (text: string) => yup.string().matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, text);

/** `PUT /bids/{id}` and the bid form (product 5.8). */
export const changeBidRules = yup.object({
  amount: yup
    .number()
    .typeError('Amount must be a number')
    .required('Amount is required')
    .integer('Amount must be a whole number of dollars')
    .min(BID.amountMin, `Amount must be at least $${BID.amountMin}`)
    .max(BID.amountMax, `Amount cannot exceed $${BID.amountMax.toLocaleString('en-US')}`),
  estimatedDays: yup
    .number()
    .typeError('Days must be a number')
    .required('Days is required')
    .integer('Days must be a whole number')
    .min(BID.daysMin, `Days must be at least ${BID.daysMin}`)
    .max(BID.daysMax, `Days cannot exceed ${BID.daysMax}`),
  message: yup
    .string()
    .trim()
    .required('Message is required')
    .min(BID.messageMin, `Message must be at least ${BID.messageMin} characters`)
    .max(BID.messageMax, `Message cannot exceed ${BID.messageMax.toLocaleString('en-US')} characters`),
});

/** `POST /bids`. */
export const placeBidRules = changeBidRules.shape({
  problemId: id('There is no such problem').required('There is no such problem'),
});

/** `PUT /bids/{id}/reject`. */
export const rejectBidRules = yup.object({
  reason: yup.string().trim().max(BID.reasonMax, `Reason cannot exceed ${BID.reasonMax} characters`),
});

/** Query of `GET /bids`: a problem's bids, or my own. */
export const bidsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.notifications),
  problemId: id('There is no such problem'),
  status: yup.mixed<BidStatus>().oneOf(BID_STATUSES, 'There is no such status'),
});
