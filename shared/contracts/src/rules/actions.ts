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
import { changeBidRules } from './bids.ts';
import { changeStatusRules, editCommentRules, reviewRules } from './problems.ts';
import { id } from './texts.ts';

// What is sent by a press, and what a form's body has beside what is typed. No form has these rules, so that no page loads them.

const idToken = yup.string().max(8192);

/** `POST /problems/{id}/comments`. Sent again with the same `Idempotency-Key`, it makes no second one. */
export const postCommentRules = editCommentRules.shape({ parentId: id('There is no such question') });
export type PostCommentBody = yup.InferType<typeof postCommentRules>;

/** `PUT /comments/{id}/pin`: by the problem's poster. */
export const pinCommentRules = yup.object({ pinned: yup.boolean().required('Pinned must be true or false') });

/** `POST /bids`. Sent again with the same `Idempotency-Key`, it makes no second bid. */
export const placeBidRules = changeBidRules.shape({
  problemId: id('There is no such problem').required('There is no such problem'),
});
export type PlaceBidBody = yup.InferType<typeof placeBidRules>;

/** `PUT /bids/{id}/confirm`: `changedAt` of the comparison that the solver has read. */
export const confirmBidRules = yup.object({
  changedAt: yup.string().required('Compare the texts first').max(30, 'Compare the texts first'),
});
export type ConfirmBidBody = yup.InferType<typeof confirmBidRules>;

/** `PUT /bids/{id}/shortlist`: by the problem's poster; the bidder does not hear of it. */
export const shortlistRules = yup.object({ shortlisted: yup.boolean().required('Shortlisted must be true or false') });

/** `POST /problems/{id}/reviews`: of several people whom the caller may rate, `subjectId` is the one; left out, the latest. */
export const rateRules = reviewRules.shape({ subjectId: id('This person does not exist.') });
export type RateBody = yup.InferType<typeof rateRules>;

/** `POST /agreements/{id}/parting`. */
export const proposePartingRules = changeStatusRules.pick(['note']);

/** `PUT /agreements/{id}/changes/{changeId}`. */
export const answerChangeRules = yup.object({
  answer: yup.mixed<ChangeAnswer>().oneOf(CHANGE_ANSWERS, 'Agree, decline or withdraw').required('Agree, decline or withdraw'),
});

/** `PUT /modules/{id}/status`: its author takes it out of the catalogue, or puts it back. */
export const moduleStatusRules = yup.object({
  status: yup
    .mixed<'published' | 'unpublished'>()
    .oneOf(['published', 'unpublished'], 'There is no such status')
    .required('There is no such status'),
});
export type ChangeModuleStatusBody = yup.InferType<typeof moduleStatusRules>;

/** `POST /modules/{id}/purchase`. Sent again, it buys nothing more. */
export const purchaseRules = yup.object({
  license: yup.mixed<PurchaseLicense>().oneOf(PURCHASE_LICENSES, 'Please select a license').required('Please select a license'),
  /** What the buyer was told that it costs under this licence: where that is not what it costs, nothing is bought. */
  priceCents: yup.number().strict().integer('A price is a whole number of cents').min(0, 'A price is at least 0'),
});
export type PurchaseBody = yup.InferType<typeof purchaseRules>;

/** `PUT /modules/own/contact`: whether the caller's modules show their e-mail address; without it they are written to in chat. */
export const moduleContactRules = yup.object({
  showsEmail: yup.boolean().strict().required('Say whether your e-mail address is shown'),
});
export type ModuleContactBody = yup.InferType<typeof moduleContactRules>;

/** An emailed link: the address that it was sent to, and the code in it, which the server redeems at the identity provider. */
const emailLinkRules = yup.object({
  email,
  oobCode: yup.string().required('The link is incomplete').max(1024, 'The link is incomplete'),
});
export type EmailLinkBody = yup.InferType<typeof emailLinkRules>;

/** `POST /auth/verify-email`. */
export const verifyEmailRules = emailLinkRules;

/** `POST /auth/reset-password/link`: what the form of a new password lists. */
export const resetLinkRules = emailLinkRules;

const identity = yup.object({
  type: yup.mixed<SocialType>().oneOf(SOCIAL_TYPES, 'Choose GitHub or Google').required('Choose GitHub or Google'),
  id: yup.string().required('The identity is incomplete').max(256),
});

/** `POST /auth/reset-password`. Ends all other sessions, removes the linked accounts that are not in `keep`, and signs in. */
export const resetPasswordRules = newPasswordFormRules.concat(emailLinkRules).shape({
  keep: yup.array(identity).default([]).max(ACCOUNT.linkedMax, `You can keep up to ${ACCOUNT.linkedMax} accounts`),
});
export type ResetPasswordBody = yup.InferType<typeof resetPasswordRules>;

/** `PUT /auth/device-token`: where pushes for this session go; null for nowhere. */
export const deviceTokenRules = yup.object({ deviceToken: yup.string().nullable().defined().min(1).max(4096) });
export type DeviceTokenBody = yup.InferType<typeof deviceTokenRules>;

/** `POST /auth/delete-account`: the password, or for who has none a fresh ID token of a popup with an own identity. */
export const deleteAccountRules = yup.object({
  password: yup.string().max(1024, 'Password is too long'),
  idToken,
});
export type DeleteAccountBody = yup.InferType<typeof deleteAccountRules>;

/**
 * `POST /auth/identities`: confirms the person as `POST /auth/delete-account` does, and links the account of the popup that
 * `newIdToken` is from.
 */
export const linkIdentityRules = deleteAccountRules.shape({ newIdToken: idToken.required('The identity is incomplete') });
export type LinkIdentityBody = yup.InferType<typeof linkIdentityRules>;
