const KILO = 1024;

/** "$19", or "$19.50" where there are cents. */
export function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** "1 download", "1,280 downloads". */
export const countOf = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

/**
 * "640 B", "12 KB", "3.4 MB".
 *
 * @param bytes whole, not negative
 */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / (KILO * KILO)).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

/** "Nov 20, 2026". */
export const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric' });
