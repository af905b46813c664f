import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mixes up when they read them aloud: no 0, O, 1, I, L. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;

/** A new reference number, such as `SOL-7K3M9Q`: one of 887 million. */
export function newReference(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return `SOL-${signs.join('')}`;
}
