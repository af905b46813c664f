import { formatNumber } from '@solvent/contracts';

/** Converts US dollars, as budgets and bids are on the wire, to cents. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

const formatDollars = (cents: number, digits: number) => `${cents < 0 ? '-' : ''}$${formatNumber(Math.abs(cents) / 100, digits)}`;

/** Returns "$1,250", or "$19.50" with cents. @param cents US cents, whole */
export const formatMoney = (cents: number): string => formatDollars(cents, cents % 100 === 0 ? 0 : 2);

/** Returns "$1,250.00". @param cents US cents, whole */
export const formatExactMoney = (cents: number): string => formatDollars(cents, 2);

/** Returns "1 bid" or "1,280 bids". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** Returns "in under an hour", "in 2 hours" or "in 3 days". @param minutes median time to a reply */
export function formatReplyTime(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return 'in under an hour';
  return minutes < MINUTES_PER_DAY
    ? `in ${formatCount(Math.round(minutes / MINUTES_PER_HOUR), 'hour')}`
    : `in ${formatCount(Math.round(minutes / MINUTES_PER_DAY), 'day')}`;
}
