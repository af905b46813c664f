import type { DisputeOutcome } from '@solvent/contracts';
import { ACTOR_PLACEHOLDER, stripPlaceholder, quoteTitle } from '../../notifications/service.ts';
import { dayOf, formatDollars, formatDateTime } from '../texts.ts';
import type { NotificationContent } from '../texts.ts';

/** What is agreed on: whole US dollars, and until when. */
interface Terms {
  amount: number;
  dueAt: Date;
}

const termsOf = ({ amount, dueAt }: Terms) => `${formatDollars(amount)} by ${dayOf(dueAt)}`;

const remark = (note: string) => (note === '' ? '' : `: ${stripPlaceholder(note)}`);

const OUTCOMES: Record<DisputeOutcome, string> = {
  continue: 'the agreement goes on',
  solved: 'the problem counts as solved',
  ended: 'the agreement is over',
};

/** Titles and messages of the notifications about agreements (product 3.11). */
export const AGREEMENT_TEXTS = {
  delivered: (title: string): NotificationContent => ({
    type: 'delivered',
    title: 'Work delivered',
    message: `${ACTOR_PLACEHOLDER} delivered the work on ${quoteTitle(title)}`,
  }),
  proposed: (title: string, terms: Terms, note: string): NotificationContent => ({
    type: 'agreement_changed',
    title: 'Change proposed',
    message: `${ACTOR_PLACEHOLDER} proposes ${termsOf(terms)} for ${quoteTitle(title)}${remark(note)}`,
  }),
  agreed: (title: string, terms: Terms): NotificationContent => ({
    type: 'agreement_changed',
    title: 'Change agreed',
    message: `${ACTOR_PLACEHOLDER} agreed to ${termsOf(terms)} for ${quoteTitle(title)}`,
  }),
  declined: (title: string, terms: Terms): NotificationContent => ({
    type: 'agreement_changed',
    title: 'Change declined',
    message: `${ACTOR_PLACEHOLDER} declined ${termsOf(terms)} for ${quoteTitle(title)}: what was agreed before holds`,
  }),
  solved: (title: string, until: Date): NotificationContent => ({
    type: 'solved',
    title: 'Problem solved',
    message: `${ACTOR_PLACEHOLDER} marked ${quoteTitle(title)} solved. You can rate each other until ${formatDateTime(until)}`,
  }),
  parted: (title: string, note: string): NotificationContent => ({
    type: 'parted',
    title: 'You have parted ways',
    message: `${ACTOR_PLACEHOLDER} ended your agreement on ${quoteTitle(title)}${remark(note)}`,
  }),
  partingProposed: (title: string, note: string): NotificationContent => ({
    type: 'agreement_changed',
    title: 'Parting proposed',
    message: `${ACTOR_PLACEHOLDER} proposes to part ways on ${quoteTitle(title)}${remark(note)}`,
  }),
  partingAgreed: (title: string): NotificationContent => ({
    type: 'parted',
    title: 'You have parted ways',
    message: `${ACTOR_PLACEHOLDER} agreed to part ways on ${quoteTitle(title)}`,
  }),
  partingDeclined: (title: string): NotificationContent => ({
    type: 'agreement_changed',
    title: 'Parting declined',
    message: `${ACTOR_PLACEHOLDER} declined to part ways on ${quoteTitle(title)}. The agreement continues`,
  }),
  paid: (title: string, amount: number): NotificationContent => ({
    type: 'paid',
    title: 'Payment sent',
    message: `${ACTOR_PLACEHOLDER} says that ${formatDollars(amount)} for ${quoteTitle(title)} is paid. Confirm it once it is there`,
  }),
  received: (title: string, amount: number): NotificationContent => ({
    type: 'paid',
    title: 'Payment received',
    message: `${ACTOR_PLACEHOLDER} confirmed that ${formatDollars(amount)} for ${quoteTitle(title)} came`,
  }),
  unpaid: (title: string, amount: number): NotificationContent => ({
    type: 'paid',
    title: 'Have you paid?',
    message: `${quoteTitle(title)} was solved a week ago. Say so once ${formatDollars(amount)} is paid`,
  }),
  unreceived: (title: string, amount: number): NotificationContent => ({
    type: 'paid',
    title: 'Has the payment come?',
    message: `It was said a week ago that ${formatDollars(amount)} for ${quoteTitle(title)} is paid. Confirm it once it is there`,
  }),
  disputed: (title: string): NotificationContent => ({
    type: 'disputed',
    title: 'Dispute opened',
    message: `${ACTOR_PLACEHOLDER} asked a moderator to decide on ${quoteTitle(title)}. Please write how you see it`,
  }),
  calledOff: (title: string): NotificationContent => ({
    type: 'disputed',
    title: 'Dispute called off',
    message: `${ACTOR_PLACEHOLDER} called off the dispute on ${quoteTitle(title)}`,
  }),
  decided: (title: string, outcome: DisputeOutcome, text: string): NotificationContent => ({
    type: 'disputed',
    title: 'Dispute decided',
    message: `A moderator decided on ${quoteTitle(title)}: ${OUTCOMES[outcome]}. ${stripPlaceholder(text)}`,
  }),
};
