import { ACTOR, quoted } from '../../notifications/service.ts';
import { dollars, momentOf } from '../words.ts';
import type { Words } from '../words.ts';

/** Titles and messages of the notifications about problems, their invitations, questions and ratings (product 3.11). */
export const PROBLEM_WORDS = {
  invited: (title: string): Words => ({
    type: 'invited',
    title: 'Invitation to bid',
    message: `${ACTOR} invites you to bid on ${quoted(title)}`,
  }),
  question: (title: string): Words => ({
    type: 'question',
    title: 'New question',
    more: ' new questions',
    message: `${ACTOR} asked on ${quoted(title)}`,
  }),
  answer: (title: string): Words => ({
    type: 'answer',
    title: 'New answer',
    more: ' new answers',
    message: `${ACTOR} answered on ${quoted(title)}`,
  }),
  budgetLowered: (title: string, before: number, after: number): Words => ({
    type: 'budget_changed',
    title: 'Budget lowered',
    message: `${ACTOR} lowered the budget of ${quoted(title)} from ${dollars(before)} to ${dollars(after)}. Your bid stands as it is`,
  }),
  rewritten: (title: string): Words => ({
    type: 'problem_changed',
    title: 'Problem changed',
    message: `${ACTOR} changed ${quoted(title)}. Compare the texts, then confirm your bid`,
  }),
  savedSolved: (title: string): Words => ({
    type: 'saved_closed',
    title: 'Saved problem solved',
    message: `${quoted(title)}, which you saved, is solved`,
  }),
  savedClosed: (title: string): Words => ({
    type: 'saved_closed',
    title: 'Saved problem closed',
    message: `${quoted(title)}, which you saved, was closed`,
  }),
  /** The other one has not rated yet. */
  ratedFirst: (title: string, until: Date): Words => ({
    type: 'rated',
    title: 'You were rated',
    message: `${ACTOR} rated you for ${quoted(title)}. You read it once you have rated, too, or from ${momentOf(until)}`,
  }),
  ratedBoth: (title: string): Words => ({
    type: 'rated',
    title: 'You were rated',
    message: `${ACTOR} rated you for ${quoted(title)}. Both ratings can be read now`,
  }),
};
