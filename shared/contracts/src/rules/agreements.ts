import * as yup from 'yup';
import { PAYMENT_METHODS } from '../agreements.ts';
import type { PaymentMethod } from '../agreements.ts';
import { AGREEMENT, ATTACHMENTS } from '../limits.ts';
import { isWebAddress } from './accounts.ts';
import { changeBidRules } from './bids.ts';
import { isDay } from './days.ts';
import { hasLength } from './lengths.ts';
import { id, markdown, oneLine, plainText } from './texts.ts';

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

/** Checks the length and the check digits (ISO 13616). */
function isIban(text: string | undefined): boolean {
  if (!text) return true;
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** How a solver wants to be paid (product 4.33). */
export const paymentDetailsRules = yup.object({
  text: plainText('The text')
    .default('')
    .test(hasLength('The text', { max: AGREEMENT.paymentTextMax })),
  iban: yup
    .string()
    .default('')
    .transform((text: unknown) => (typeof text === 'string' ? text.replaceAll(/\s/g, '').toUpperCase() : text))
    .test('iban', 'Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00', isIban),
  link: yup
    .string()
    .trim()
    .default('')
    .test('https', 'Enter a link that begins with https://', (text) => !text || isHttpsLink(text)),
});

const HOUR_MS = 3_600_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const writeDay = (day: string) => new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns the error of a payment's day. @param offset hours of the payer's time zone; by default any time zone is possible */
export function findPaidOnError(paidOn: string, acceptedAt: string, now: number, offset?: number): string | undefined {
  const [first, last] = offset === undefined ? [-12, 14] : [offset, offset];
  if (paidOn > toDay(now + last * HOUR_MS)) return "The payment date can't be in the future";
  const earliest = toDay(Date.parse(acceptedAt) + first * HOUR_MS);
  return paidOn < earliest ? `The payment date can't be before ${writeDay(earliest)}, when the bid was accepted` : undefined;
}

/** `PUT /agreements/{id}/paid`. Pages of earlier releases send no details. */
export const markPaidRules = yup.object({
  paidOn: yup
    .string()
    .required('Enter the payment date')
    .test('day', 'Enter the payment date', (day) => !day || isDay(day)),
  method: yup.mixed<PaymentMethod>().oneOf(PAYMENT_METHODS, 'Choose how you paid').required('Choose how you paid'),
  reference: oneLine('Reference')
    .default('')
    .test(hasLength('Reference', { max: AGREEMENT.referenceMax })),
});
export type MarkPaidBody = Partial<yup.InferType<typeof markPaidRules>>;

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
