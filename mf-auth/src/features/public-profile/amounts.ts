const inDollars = (digits: 0 | 2) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

const whole = inDollars(0);
const withCents = inDollars(2);

/** "$1,250". @param amount whole US dollars */
export const dollars = (amount: number): string => whole.format(amount);

/** "Free", "$19" or "$19.50". @param cents US cents */
export const modulePrice = (cents: number): string =>
  cents === 0 ? 'Free' : (cents % 100 === 0 ? whole : withCents).format(cents / 100);

/** "1 bid", "1,280 downloads". */
export const countOf = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
