const dollarsFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** "$1,250". */
export const dollars = (amount: number): string => dollarsFormat.format(amount);

/** "$0–$1,000". */
export const dollarRange = ([lowest, highest]: readonly [number, number]): string => `${dollars(lowest)}–${dollars(highest)}`;
