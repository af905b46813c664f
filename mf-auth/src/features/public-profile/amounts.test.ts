/** @jest-environment node */
import { countOf, dollars, modulePrice } from './amounts.ts';

it.each([
  [0, '$0'],
  [1250, '$1,250'],
])('%d dollars are %s', (amount, text) => expect(dollars(amount)).toBe(text));

it.each([
  [0, 'Free'],
  [1900, '$19'],
  [1950, '$19.50'],
])('%d cents are %s', (cents, text) => expect(modulePrice(cents)).toBe(text));

it.each([
  [0, '0 bids'],
  [1, '1 bid'],
  [1280, '1,280 bids'],
])('%d counted are %s', (count, text) => expect(countOf(count, 'bid')).toBe(text));
