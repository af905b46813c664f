/** @jest-environment node */
import { messagesByField } from '../testing/messages-by-field.ts';
import { changeBidRules, createProblemRules, moduleFieldsRules, parseNumber, proposeChangeRules, reviewRules } from './index.ts';
import { acceptBidRules } from './bids.ts';
import { pageQueryRules } from './paging.ts';
import { problemsQueryRules } from './queries.ts';

const VALID: [typed: string, number: number][] = [
  ['1250', 1250],
  [' 1250 ', 1250],
  ['1,250', 1250],
  ['1,250,000', 1_250_000],
  ['12,500.50', 12_500.5],
  ['12 500', 12_500],
  ['12\u202F500', 12_500],
  ['9.5', 9.5],
  ['007', 7],
  ['-3', -3],
];

const INVALID = [
  '',
  ' ',
  '12,5',
  '99,50',
  '12,50',
  '1,25',
  '1,2500',
  '1250,000',
  ',250',
  '1,,250',
  '1,250,',
  '1 2',
  '0x10',
  '0b1',
  '1e3',
  '+5',
  '.5',
  '5.',
  '1.2.3',
  '--1',
  'Infinity',
  'NaN',
  'a lot',
  '1_000',
  "1'250",
  '$5',
  '١٢',
  '１２',
];

describe('typed number (product 5.24)', () => {
  it.each(VALID)('reads %j as %d', (typed, number) => {
    expect(parseNumber(typed)).toBe(number);
  });

  it.each(INVALID)('does not read %j', (typed) => {
    expect(parseNumber(typed)).toBeNaN();
  });
});

describe('every sum, in forms and requests', () => {
  const rules = [
    ['budget', createProblemRules, 'budget', 'Budget must be a number, such as 1250 or 1,250'],
    ['bid', changeBidRules, 'amount', 'Amount must be a number, such as 1250 or 1,250'],
    ['accepted bid', acceptBidRules, 'amount', 'Amount must be a number, such as 1250 or 1,250'],
    ['proposed amount', proposeChangeRules, 'amount', 'Amount must be a number, such as 1250 or 1,250'],
    ['lowest price', problemsQueryRules, 'price_min', 'The lowest price must be a number, such as 1250 or 1,250'],
    ['highest price', problemsQueryRules, 'price_max', 'The highest price must be a number, such as 1250 or 1,250'],
    ['price of a module', moduleFieldsRules, 'priceAmount', 'Price must be a number'],
  ] as const;

  it.each(rules)('%s: a comma separates thousands only', (_sum, schema, field, message) => {
    const getMessages = (value: string) => messagesByField(schema, { price: 'paid', [field]: value })[field];
    for (const typed of ['12,5', '99,50', '12,50', '0x10', '1e3', '+5', 'Infinity', '١٢'])
      expect(getMessages(typed)).toContain(message);
    for (const typed of ['1,250', '1250', ' 1250 ']) expect(getMessages(typed)).toBeUndefined();
  });

  it.each([[['12,5']], [['1250']], [[1250]], [{}], [true]])('is not in %j', (value) => {
    for (const [, schema, field, message] of rules.slice(0, 4))
      expect(messagesByField(schema, { [field]: value })[field]).toContain(message);
  });

  it('becomes the number', () => {
    expect(acceptBidRules.validateSync({ amount: '1,250', estimatedDays: '4' })).toEqual({ amount: 1250, estimatedDays: 4 });
  });

  it('is missing in an empty field that is required, and wrong in another', () => {
    expect(messagesByField(createProblemRules, { budget: ' ' })['budget']).toEqual(['Budget is required']);
    expect(messagesByField(acceptBidRules, { amount: '' })['amount']).toContain('Amount must be a number, such as 1250 or 1,250');
  });

  it('may still be a number', () => {
    expect(acceptBidRules.validateSync({ amount: 1250 })).toEqual({ amount: 1250 });
  });
});

it.each([
  ['days of a bid', changeBidRules, 'estimatedDays'],
  ['days of a proposal', proposeChangeRules, 'days'],
  ['stars', reviewRules, 'rating'],
  ['page', pageQueryRules, 'page'],
  ['limit', pageQueryRules, 'limit'],
] as const)('%s: no other notation', (_number, schema, field) => {
  for (const typed of ['0x1', '1e0', '+1', '١']) expect(messagesByField(schema, { [field]: typed })).toHaveProperty(field);
  expect(messagesByField(schema, { [field]: '1' })).not.toHaveProperty(field);
});
