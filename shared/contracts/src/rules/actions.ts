import * as yup from 'yup';
import { SOCIAL_TYPES } from '../accounts.ts';
import type { SocialType } from '../accounts.ts';
import { CHANGE_ANSWERS } from '../agreements.ts';
import type { ChangeAnswer } from '../agreements.ts';
import { ACCOUNT } from '../limits.ts';
import { PURCHASE_LICENSES } from '../modules.ts';
import type { PurchaseLicense } from '../modules.ts';
import { email } from './account-fields.ts';
import { newPasswordFormRules } from './accounts.ts';
import { paymentDetailsRules } from './agreements.ts';
import { changeBidRules } from './bids.ts';
import { changeStatusRules, editCommentRules, reviewRules } from './problems.ts';
import { id } from './texts.ts';

// Rules of requests without a form; no page loads them.

const idToken = yup.string().max(8192);

/** `POST /problems/{id}/comments`. Idempotent by `Idempotency-Key`. */
export const postCommentRules = editCommentRules.shape({ parentId: id('Question not found') });
export type PostCommentBody = yup.InferType<typeof postCommentRules>;

export const pinCommentRules = yup.object({ pinned: yup.boolean().required('Pinned must be true or false') });

/** `POST /bids`. Idempotent by `Idempotency-Key`. */
export const placeBidRules = changeBidRules.shape({
  problemId: id('Problem not found').required('Problem not found'),
});
export type PlaceBidBody = yup.InferType<typeof placeBidRules>;

export const confirmBidRules = yup.object({
  changedAt: yup.string().required('Review the changes first').max(30, 'Review the changes first'),
});
export type ConfirmBidBody = yup.InferType<typeof confirmBidRules>;

export const shortlistRules = yup.object({ shortlisted: yup.boolean().required('Shortlisted must be true or false') });

/** `POST /problems/{id}/reviews`. `subjectId` defaults to the latest person whom the caller may rate. */
export const rateRules = reviewRules.shape({ subjectId: id('User not found') });
export type RateBody = yup.InferType<typeof rateRules>;

export const proposePartingRules = changeStatusRules.pick(['note']);

export const answerChangeRules = yup.object({
  answer: yup
    .mixed<ChangeAnswer>()
    .oneOf(CHANGE_ANSWERS, 'Choose agree, decline or withdraw')
    .required('Choose agree, decline or withdraw'),
});

export const moduleStatusRules = yup.object({
  status: yup
    .mixed<'published' | 'unpublished'>()
    .oneOf(['published', 'unpublished'], 'Unknown status')
    .required('Unknown status'),
});
export type ChangeModuleStatusBody = yup.InferType<typeof moduleStatusRules>;

export const purchaseRules = yup.object({
  license: yup.mixed<PurchaseLicense>().oneOf(PURCHASE_LICENSES, 'Please select a license').required('Please select a license'),
  /** Price shown to the buyer; the purchase fails if the license now has another price. */
  priceCents: yup.number().strict().integer('Price must be a whole number of cents').min(0, 'Price cannot be negative'),
});
export type PurchaseBody = yup.InferType<typeof purchaseRules>;

export const moduleContactRules = yup.object({
  showsEmail: yup.boolean().strict().required('Choose whether to show your email address'),
});
export type ModuleContactBody = yup.InferType<typeof moduleContactRules>;

/** An emailed link: its recipient, and the code that the server redeems at the identity provider. */
const emailLinkRules = yup.object({
  email,
  oobCode: yup.string().required('The link is incomplete').max(1024, 'The link is incomplete'),
});
export type EmailLinkBody = yup.InferType<typeof emailLinkRules>;

export const verifyEmailRules = emailLinkRules;

export const resetLinkRules = emailLinkRules;

const identity = yup.object({
  type: yup.mixed<SocialType>().oneOf(SOCIAL_TYPES, 'Choose GitHub or Google').required('Choose GitHub or Google'),
  id: yup.string().required('The identity is incomplete').max(256),
});

/** `POST /auth/reset-password`. Ends all other sessions, unlinks accounts missing in `keep`, and signs in. */
export const resetPasswordRules = newPasswordFormRules.concat(emailLinkRules).shape({
  keep: yup.array(identity).default([]).max(ACCOUNT.linkedMax, `You can keep up to ${ACCOUNT.linkedMax} accounts`),
});
export type ResetPasswordBody = yup.InferType<typeof resetPasswordRules>;

export const deviceTokenRules = yup.object({ deviceToken: yup.string().nullable().defined().min(1).max(4096) });
export type DeviceTokenBody = yup.InferType<typeof deviceTokenRules>;

/** `POST /auth/delete-account`: the password, or for accounts without one a fresh ID token from a provider's popup. */
export const deleteAccountRules = yup.object({
  password: yup.string().max(1024, 'Password is too long'),
  idToken,
});
export type DeleteAccountBody = yup.InferType<typeof deleteAccountRules>;

/** `PUT /payment-details`: confirms like `POST /auth/delete-account`. */
export const savePaymentDetailsRules = deleteAccountRules.concat(paymentDetailsRules);
export type SavePaymentDetailsBody = Partial<yup.InferType<typeof savePaymentDetailsRules>>;

/** `POST /auth/identities`: confirms like `POST /auth/delete-account`, and links the account of `newIdToken`. */
export const linkIdentityRules = deleteAccountRules.shape({ newIdToken: idToken.required('The identity is incomplete') });
export type LinkIdentityBody = yup.InferType<typeof linkIdentityRules>;
