/** How amounts, counts, sizes and days read: one way in the whole product. */

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents of an amount that the wire gives in US dollars, as it does of budgets and bids. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** "$1,250", or "$19.50" where there are cents. @param cents US cents, whole */
export const formatMoney = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);

/** "1,280". */
export const formatNumber = (count: number): string => count.toLocaleString('en-US');

/** "1 bid", "1,280 bids". @param many the plural, where it takes more than an s */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
