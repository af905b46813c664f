import type { DisputeOutcome } from '@solvent/contracts';
import { ACTOR, plain, quoted } from '../../notifications/service.ts';
import { dayOf, dollars, momentOf } from '../words.ts';
import type { Words } from '../words.ts';

/** What is agreed on: whole US dollars, and until when. */
interface Terms {
  amount: number;
  dueAt: Date;
}

const termsOf = ({ amount, dueAt }: Terms) => `${dollars(amount)} by ${dayOf(dueAt)}`;

const remark = (note: string) => (note === '' ? '' : `: ${plain(note)}`);

const OUTCOMES: Record<DisputeOutcome, string> = {
  continue: 'the agreement goes on',
  solved: 'the problem counts as solved',
  ended: 'the agreement is over',
};

/** Titles and messages of the notifications about agreements (product 3.11). */
export const AGREEMENT_WORDS = {
  delivered: (title: string): Words => ({
    type: 'delivered',
    title: 'Work delivered',
    message: `${ACTOR} delivered the work on ${quoted(title)}`,
  }),
  proposed: (title: string, terms: Terms, note: string): Words => ({
    type: 'agreement_changed',
    title: 'Change proposed',
    message: `${ACTOR} proposes ${termsOf(terms)} for ${quoted(title)}${remark(note)}`,
  }),
  agreed: (title: string, terms: Terms): Words => ({
    type: 'agreement_changed',
    title: 'Change agreed',
    message: `${ACTOR} agreed to ${termsOf(terms)} for ${quoted(title)}`,
  }),
  declined: (title: string, terms: Terms): Words => ({
    type: 'agreement_changed',
    title: 'Change declined',
    message: `${ACTOR} declined ${termsOf(terms)} for ${quoted(title)}: what was agreed before holds`,
  }),
  solved: (title: string, until: Date): Words => ({
    type: 'solved',
    title: 'Problem solved',
    message: `${ACTOR} marked ${quoted(title)} solved. You can rate each other until ${momentOf(until)}`,
  }),
  parted: (title: string, note: string): Words => ({
    type: 'parted',
    title: 'You have parted ways',
    message: `${ACTOR} ended your agreement on ${quoted(title)}${remark(note)}`,
  }),
  partingProposed: (title: string, note: string): Words => ({
    type: 'agreement_changed',
    title: 'Parting proposed',
    message: `${ACTOR} proposes to part ways on ${quoted(title)}${remark(note)}`,
  }),
  partingAgreed: (title: string): Words => ({
    type: 'parted',
    title: 'You have parted ways',
    message: `${ACTOR} agreed to part ways on ${quoted(title)}`,
  }),
  partingDeclined: (title: string): Words => ({
    type: 'agreement_changed',
    title: 'Parting declined',
    message: `${ACTOR} declined to part ways on ${quoted(title)}. The agreement continues`,
  }),
  paid: (title: string, amount: number): Words => ({
    type: 'paid',
    title: 'Payment sent',
    message: `${ACTOR} says that ${dollars(amount)} for ${quoted(title)} is paid. Confirm it once it is there`,
  }),
  received: (title: string, amount: number): Words => ({
    type: 'paid',
    title: 'Payment received',
    message: `${ACTOR} confirmed that ${dollars(amount)} for ${quoted(title)} came`,
  }),
  unpaid: (title: string, amount: number): Words => ({
    type: 'paid',
    title: 'Have you paid?',
    message: `${quoted(title)} was solved a week ago. Say so once ${dollars(amount)} is paid`,
  }),
  unreceived: (title: string, amount: number): Words => ({
    type: 'paid',
    title: 'Has the payment come?',
    message: `It was said a week ago that ${dollars(amount)} for ${quoted(title)} is paid. Confirm it once it is there`,
  }),
  disputed: (title: string): Words => ({
    type: 'disputed',
    title: 'Dispute opened',
    message: `${ACTOR} asked a moderator to decide on ${quoted(title)}. Please write how you see it`,
  }),
  calledOff: (title: string): Words => ({
    type: 'disputed',
    title: 'Dispute called off',
    message: `${ACTOR} called off the dispute on ${quoted(title)}`,
  }),
  decided: (title: string, outcome: DisputeOutcome, text: string): Words => ({
    type: 'disputed',
    title: 'Dispute decided',
    message: `A moderator decided on ${quoted(title)}: ${OUTCOMES[outcome]}. ${plain(text)}`,
  }),
};
