/** @jest-environment node */
import { formatFileSize } from './format-file-size.ts';
import { formatCount, formatMoney, toCents, formatReplyTime } from './format.ts';

it.each([
  [0, '$0'],
  [1900, '$19'],
  [1950, '$19.50'],
  [1905, '$19.05'],
  [125_000, '$1,250'],
  [123_456_789, '$1,234,567.89'],
  [-1950, '-$19.50'],
])('%i cents read %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

it.each([
  [250, 25_000],
  [19.99, 1999],
  [0.29, 29],
])('%d dollars are %i cents', (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents);
});

it.each([
  [0, 'bid', undefined, '0 bids'],
  [1, 'bid', undefined, '1 bid'],
  [1280, 'download', undefined, '1,280 downloads'],
  [2, 'reply', 'replies', '2 replies'],
])('%i of "%s" read %s%s', (count, one, many, text) => {
  expect(formatCount(count, one, many)).toBe(text);
});

it.each([
  [640, '640 B'],
  [1024, '1 KB'],
  [12_300, '12 KB'],
  [1024 * 1024, '1 MB'],
  [3_565_158, '3.4 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

it.each([
  [0, 'in under an hour'],
  [59, 'in under an hour'],
  [60, 'in 1 hour'],
  [150, 'in 3 hours'],
  [170, 'in 3 hours'],
  [1440, 'in 1 day'],
  [3000, 'in 2 days'],
  [4000, 'in 3 days'],
])('%i minutes until an answer are "%s"', (minutes, text) => {
  expect(formatReplyTime(minutes)).toBe(text);
});
