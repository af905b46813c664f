import { formatNumber } from './format-number.ts';

it.each([0, 1, 12, 123, 1234, 12_345, 123_456, 1_234_567, 12_345_678_901, -1, -999, -1000, -1_234_567, 0.5, 1234.5, -1234.25])(
  '%d reads as in the United States',
  (number) => {
    expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
  },
);

it('has as many digits after the point as are asked for', () => {
  expect(formatNumber(1234.5, 2)).toBe('1,234.50');
  expect(formatNumber(1234, 1)).toBe('1,234.0');
});
