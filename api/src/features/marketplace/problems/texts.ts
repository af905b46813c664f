import { ACTOR_PLACEHOLDER, quoteTitle } from '../../notifications/index.ts';
import { formatDollars, formatDateTime } from '../texts.ts';
import type { NotificationContent } from '../texts.ts';

/** Notification texts (product 3.11). */
export const PROBLEM_TEXTS = {
  invited: (title: string): NotificationContent => ({
    type: 'invited',
    title: 'Invitation to bid',
    message: `${ACTOR_PLACEHOLDER} invites you to bid on ${quoteTitle(title)}`,
  }),
  question: (title: string): NotificationContent => ({
    type: 'question',
    title: 'New question',
    groupTitleSuffix: ' new questions',
    message: `${ACTOR_PLACEHOLDER} asked on ${quoteTitle(title)}`,
  }),
  answer: (title: string): NotificationContent => ({
    type: 'answer',
    title: 'New answer',
    groupTitleSuffix: ' new answers',
    message: `${ACTOR_PLACEHOLDER} answered on ${quoteTitle(title)}`,
  }),
  budgetLowered: (title: string, before: number, after: number): NotificationContent => ({
    type: 'budget_changed',
    title: 'Budget lowered',
    message: `${ACTOR_PLACEHOLDER} lowered the budget of ${quoteTitle(title)} from ${formatDollars(before)} to ${formatDollars(after)}. Your bid is unchanged`,
  }),
  rewritten: (title: string): NotificationContent => ({
    type: 'problem_changed',
    title: 'Problem changed',
    message: `${ACTOR_PLACEHOLDER} changed ${quoteTitle(title)}. Compare the texts, then confirm your bid`,
  }),
  savedSolved: (title: string): NotificationContent => ({
    type: 'saved_closed',
    title: 'Saved problem solved',
    message: `${quoteTitle(title)}, which you saved, is solved`,
  }),
  savedClosed: (title: string): NotificationContent => ({
    type: 'saved_closed',
    title: 'Saved problem closed',
    message: `${quoteTitle(title)}, which you saved, was closed`,
  }),
  ratedFirst: (title: string, until: Date): NotificationContent => ({
    type: 'rated',
    title: 'You were rated',
    message: `${ACTOR_PLACEHOLDER} rated you for ${quoteTitle(title)}. You can read it once you have rated too, or from ${formatDateTime(until)}`,
  }),
  ratedBoth: (title: string): NotificationContent => ({
    type: 'rated',
    title: 'You were rated',
    message: `${ACTOR_PLACEHOLDER} rated you for ${quoteTitle(title)}. Both ratings can be read now`,
  }),
};
