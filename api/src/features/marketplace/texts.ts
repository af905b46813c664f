import { formatNumber } from '@solvent/contracts';
import type { NotificationType, DisputeOutcome } from '@solvent/contracts';
import { ACTOR_PLACEHOLDER as ACTOR, quoteTitle, stripPlaceholder } from '../notifications/index.ts';

/** @param amount whole US dollars */
export const formatDollars = (amount: number): string => `$${formatNumber(amount)}`;

const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Formats a date as "December 3, 2026" in UTC. */
export const formatDate = (date: Date): string => DATE.format(date);

/** Formats a time as "December 3 at 14:30 UTC". */
export const formatDateTime = (date: Date): string => `${DATE_TIME.format(date)} UTC`;

export interface NotificationContent {
  type: NotificationType;
  title: string;
  message: string;
  /** Follows the count in the title of a grouped notification. */
  groupTitleSuffix?: string;
}

const toContent = (type: NotificationType, title: string, message: string): NotificationContent => ({ type, title, message });

/** Builds a text that begins with the actor. */
const byActor = (type: NotificationType, title: string, action: string) => toContent(type, title, `${ACTOR} ${action}`);

const changeBy = (title: string, action: string) => byActor('agreement_changed', title, action);

interface Terms {
  /** Whole US dollars. */
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
  delivered: (title: string) => byActor('delivered', 'Work delivered', `delivered the work on ${quoteTitle(title)}`),
  changesRequested: (title: string) =>
    changeBy('Changes requested', `asked for changes to ${quoteTitle(title)}. Deliver again once they are made`),
  proposed: (title: string, terms: Terms, note: string) =>
    changeBy('Change proposed', `proposes ${formatTerms(terms)} for ${quoteTitle(title)}${formatNote(note)}`),
  agreed: (title: string, terms: Terms) => changeBy('Change agreed', `agreed to ${formatTerms(terms)} for ${quoteTitle(title)}`),
  declined: (title: string, terms: Terms) =>
    changeBy('Change declined', `declined ${formatTerms(terms)} for ${quoteTitle(title)}. The previous terms still apply`),
  solved: (title: string, until: Date) =>
    byActor(
      'solved',
      'Problem solved',
      `marked ${quoteTitle(title)} solved. You can rate each other until ${formatDateTime(until)}`,
    ),
  parted: (title: string, note: string) =>
    byActor('parted', 'You have parted ways', `ended your agreement on ${quoteTitle(title)}${formatNote(note)}`),
  partingProposed: (title: string, note: string) =>
    changeBy('Parting proposed', `proposes to part ways on ${quoteTitle(title)}${formatNote(note)}`),
  partingAgreed: (title: string) => byActor('parted', 'You have parted ways', `agreed to part ways on ${quoteTitle(title)}`),
  partingDeclined: (title: string) =>
    changeBy('Parting declined', `declined to part ways on ${quoteTitle(title)}. The agreement continues`),
  paid: (title: string, amount: number) =>
    byActor(
      'paid',
      'Payment sent',
      `says that ${formatDollars(amount)} for ${quoteTitle(title)} is paid. Confirm it once it is there`,
    ),
  received: (title: string, amount: number) =>
    byActor('paid', 'Payment received', `confirmed the payment of ${formatDollars(amount)} for ${quoteTitle(title)}`),
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
  paymentDetailsChanged: (title: string) =>
    changeBy('Payment details changed', `changed how they want to be paid for ${quoteTitle(title)}. Check before you pay`),
  ownPaymentDetailsChanged: () =>
    toContent(
      'payment_details',
      'Payment details changed',
      "How you want to be paid was changed. If this wasn't you, correct it in your settings and change your password",
    ),
  disputed: (title: string) =>
    byActor('disputed', 'Dispute opened', `asked a moderator to decide on ${quoteTitle(title)}. Please add your view`),
  calledOff: (title: string) => byActor('disputed', 'Dispute called off', `called off the dispute on ${quoteTitle(title)}`),
  decided: (title: string, outcome: DisputeOutcome, text: string) =>
    toContent(
      'disputed',
      'Dispute decided',
      `A moderator decided on ${quoteTitle(title)}: ${OUTCOMES[outcome]}. ${stripPlaceholder(text)}`,
    ),
};

/** Amounts are whole US dollars. */
export const BID_TEXTS = {
  new_bid: (amount: number, title: string) =>
    byActor('new_bid', 'New bid', `bid ${formatDollars(amount)} on ${quoteTitle(title)}`),
  bid_accepted: (amount: number, title: string) =>
    byActor('bid_accepted', 'Bid accepted', `accepted your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`),
  bid_rejected: (_amount: number, title: string) =>
    byActor('bid_rejected', 'Bid not chosen', `chose another bid on ${quoteTitle(title)}`),
  /** Rejected individually, while other bids are still pending. */
  bid_declined: (amount: number, title: string) =>
    byActor('bid_rejected', 'Bid not chosen', `declined your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`),
};

/** Notifications about problems (product 3.11). */
export const PROBLEM_TEXTS = {
  invited: (title: string) => byActor('invited', 'Invitation to bid', `invites you to bid on ${quoteTitle(title)}`),
  question: (title: string) => ({
    ...byActor('question', 'New question', `asked on ${quoteTitle(title)}`),
    groupTitleSuffix: ' new questions',
  }),
  answer: (title: string) => ({
    ...byActor('answer', 'New answer', `answered on ${quoteTitle(title)}`),
    groupTitleSuffix: ' new answers',
  }),
  budgetLowered: (title: string, before: number, after: number) =>
    byActor(
      'budget_changed',
      'Budget lowered',
      `lowered the budget of ${quoteTitle(title)} from ${formatDollars(before)} to ${formatDollars(after)}. Your bid is unchanged`,
    ),
  rewritten: (title: string) =>
    byActor('problem_changed', 'Problem changed', `changed ${quoteTitle(title)}. Compare the texts, then confirm your bid`),
  savedSolved: (title: string) =>
    toContent('saved_closed', 'Saved problem solved', `${quoteTitle(title)}, which you saved, is solved`),
  savedClosed: (title: string) =>
    toContent('saved_closed', 'Saved problem closed', `${quoteTitle(title)}, which you saved, was closed`),
  ratedFirst: (title: string, until: Date) =>
    byActor(
      'rated',
      'You were rated',
      `rated you for ${quoteTitle(title)}. You can read it once you have rated too, or from ${formatDateTime(until)}`,
    ),
  ratedBoth: (title: string) =>
    byActor('rated', 'You were rated', `rated you for ${quoteTitle(title)}. Both ratings can be read now`),
};

const matchedTitle = (name: string, count: number) =>
  `${formatNumber(count)} new ${count === 1 ? 'problem matches' : 'problems match'} ${quoteTitle(name)}`;

/** Alerts of saved searches (product 4.39). */
export const SEARCH_TEXTS = {
  title: matchedTitle,
  matched: (name: string, count: number, newest: string) => ({
    ...toContent('search_matched', matchedTitle(name, count), `Newest: ${quoteTitle(newest)}`),
    groupTitleSuffix: ` new problems match ${quoteTitle(name)}`,
    count,
  }),
};
