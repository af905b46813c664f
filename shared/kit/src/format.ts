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

const KILO = 1024;

/** "640 B", "12 KB", "3.4 MB". @param bytes whole, not negative */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / (KILO * KILO)).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

const DAY_STYLES = {
  /** "Nov 20, 2026" */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** "November 20, 2026" */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** "November 20" */
  dayOfYear: { day: 'numeric', month: 'long' },
  /** "November 2026" */
  month: { month: 'long', year: 'numeric' },
} as const;

/** A day, in the person's time zone. @param time ISO 8601 */
export const formatDay = (time: string, style: keyof typeof DAY_STYLES = 'short'): string =>
  new Date(time).toLocaleDateString('en-US', DAY_STYLES[style]);
