import { ACTOR, quoted } from '../../notifications/service.ts';
import { dollars, momentOf } from '../words.ts';
import type { Words } from '../words.ts';

/** Titles and messages of the notifications about problems, their questions and ratings (product 3.11). */
export const PROBLEM_WORDS = {
  question: (title: string): Words => ({
    title: 'New question',
    more: ' new questions',
    message: `${ACTOR} asked on ${quoted(title)}`,
  }),
  answer: (title: string): Words => ({
    title: 'New answer',
    more: ' new answers',
    message: `${ACTOR} answered on ${quoted(title)}`,
  }),
  budgetLowered: (title: string, before: number, after: number): Words => ({
    title: 'Budget lowered',
    message: `${ACTOR} lowered the budget of ${quoted(title)} from ${dollars(before)} to ${dollars(after)}. Your bid stands as it is`,
  }),
  savedSolved: (title: string): Words => ({
    title: 'Saved problem solved',
    message: `${quoted(title)}, which you saved, is solved`,
  }),
  savedClosed: (title: string): Words => ({
    title: 'Saved problem closed',
    message: `${quoted(title)}, which you saved, was closed`,
  }),
  /** The other one has not rated yet. */
  ratedFirst: (title: string, until: Date): Words => ({
    title: 'You were rated',
    message: `${ACTOR} rated you for ${quoted(title)}. You read it once you have rated, too, or from ${momentOf(until)}`,
  }),
  ratedBoth: (title: string): Words => ({
    title: 'You were rated',
    message: `${ACTOR} rated you for ${quoted(title)}. Both ratings can be read now`,
  }),
};
