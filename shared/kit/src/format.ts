import { formatNumber } from '@solvent/contracts';

/** How amounts, counts, sizes and days read: one way in the whole product. */

/** Cents of an amount that the wire gives in US dollars, as it does of budgets and bids. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

const formatDollars = (cents: number, digits: number) => `${cents < 0 ? '-' : ''}$${formatNumber(Math.abs(cents) / 100, digits)}`;

/** "$1,250", or "$19.50" where there are cents. @param cents US cents, whole */
export const formatMoney = (cents: number): string => formatDollars(cents, cents % 100 === 0 ? 0 : 2);

/** "$1,250.00". @param cents US cents, whole */
export const formatExactMoney = (cents: number): string => formatDollars(cents, 2);

/** "1 bid", "1,280 bids". @param plural the plural, where it takes more than an s */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** How soon somebody usually answers: "in under an hour", "in 2 hours", "in 3 days". @param minutes the median */
export function formatReplyTime(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return 'in under an hour';
  return minutes < MINUTES_PER_DAY
    ? `in ${formatCount(Math.round(minutes / MINUTES_PER_HOUR), 'hour')}`
    : `in ${formatCount(Math.round(minutes / MINUTES_PER_DAY), 'day')}`;
}
