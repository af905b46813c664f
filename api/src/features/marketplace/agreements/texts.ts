import type { DisputeOutcome } from '@solvent/contracts';
import { ACTOR_PLACEHOLDER as ACTOR, quoteTitle, stripPlaceholder } from '../../notifications/index.ts';
import { formatDate, formatDateTime, formatDollars, toContent } from '../texts.ts';

interface Terms {
  /** In whole US dollars. */
  amount: number;
  dueAt: Date;
}

const formatTerms = ({ amount, dueAt }: Terms) => `${formatDollars(amount)} by ${formatDate(dueAt)}`;

const formatNote = (note: string) => (note === '' ? '' : `: ${stripPlaceholder(note)}`);

const OUTCOMES: Record<DisputeOutcome, string> = {
  continue: 'the agreement continues',
  solved: 'the problem counts as solved',
  ended: 'the agreement has ended',
};

/** Notifications about agreements (product 3.11). */
export const AGREEMENT_TEXTS = {
  delivered: (title: string) => toContent('delivered', 'Work delivered', `${ACTOR} delivered the work on ${quoteTitle(title)}`),
  proposed: (title: string, terms: Terms, note: string) =>
    toContent(
      'agreement_changed',
      'Change proposed',
      `${ACTOR} proposes ${formatTerms(terms)} for ${quoteTitle(title)}${formatNote(note)}`,
    ),
  agreed: (title: string, terms: Terms) =>
    toContent('agreement_changed', 'Change agreed', `${ACTOR} agreed to ${formatTerms(terms)} for ${quoteTitle(title)}`),
  declined: (title: string, terms: Terms) =>
    toContent(
      'agreement_changed',
      'Change declined',
      `${ACTOR} declined ${formatTerms(terms)} for ${quoteTitle(title)}. The previous terms still apply`,
    ),
  solved: (title: string, until: Date) =>
    toContent(
      'solved',
      'Problem solved',
      `${ACTOR} marked ${quoteTitle(title)} solved. You can rate each other until ${formatDateTime(until)}`,
    ),
  parted: (title: string, note: string) =>
    toContent('parted', 'You have parted ways', `${ACTOR} ended your agreement on ${quoteTitle(title)}${formatNote(note)}`),
  partingProposed: (title: string, note: string) =>
    toContent(
      'agreement_changed',
      'Parting proposed',
      `${ACTOR} proposes to part ways on ${quoteTitle(title)}${formatNote(note)}`,
    ),
  partingAgreed: (title: string) =>
    toContent('parted', 'You have parted ways', `${ACTOR} agreed to part ways on ${quoteTitle(title)}`),
  partingDeclined: (title: string) =>
    toContent(
      'agreement_changed',
      'Parting declined',
      `${ACTOR} declined to part ways on ${quoteTitle(title)}. The agreement continues`,
    ),
  paid: (title: string, amount: number) =>
    toContent(
      'paid',
      'Payment sent',
      `${ACTOR} says that ${formatDollars(amount)} for ${quoteTitle(title)} is paid. Confirm it once it is there`,
    ),
  received: (title: string, amount: number) =>
    toContent('paid', 'Payment received', `${ACTOR} confirmed the payment of ${formatDollars(amount)} for ${quoteTitle(title)}`),
  unpaid: (title: string, amount: number) =>
    toContent(
      'paid',
      'Have you paid?',
      `${quoteTitle(title)} was solved a week ago. Mark it as paid once you have paid ${formatDollars(amount)}`,
    ),
  unreceived: (title: string, amount: number) =>
    toContent(
      'paid',
      'Has the payment come?',
      `${formatDollars(amount)} for ${quoteTitle(title)} was marked as paid a week ago. Confirm it once you have received it`,
    ),
  disputed: (title: string) =>
    toContent('disputed', 'Dispute opened', `${ACTOR} asked a moderator to decide on ${quoteTitle(title)}. Please add your view`),
  calledOff: (title: string) =>
    toContent('disputed', 'Dispute called off', `${ACTOR} called off the dispute on ${quoteTitle(title)}`),
  decided: (title: string, outcome: DisputeOutcome, text: string) =>
    toContent(
      'disputed',
      'Dispute decided',
      `A moderator decided on ${quoteTitle(title)}: ${OUTCOMES[outcome]}. ${stripPlaceholder(text)}`,
    ),
};
