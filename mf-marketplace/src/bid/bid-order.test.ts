/** @jest-environment node */
import { buildBid } from '@solvent/testing/factories';
import { sortBids } from './bid-order.ts';
import type { BidOrder, BidWithFacts } from './bid-order.ts';

const build = (name: string, overrides: Partial<BidWithFacts>, rating: number | null = null): BidWithFacts =>
  buildBid({ solver: { _id: name, name, image: null, rating, ratingCount: rating === null ? 0 : 3 }, ...overrides });
const anna = build('Anna', { amount: 300, estimatedDays: 2, createdAt: '2026-11-20T10:00:00.000Z' }, 4.5);
const bert = build('Bert', { amount: 200, estimatedDays: 9, createdAt: '2026-11-21T10:00:00.000Z' });
const cleo = build('Cleo', { amount: 250, estimatedDays: 5, createdAt: '2026-11-22T10:00:00.000Z' }, 4.9);

const sort = (bids: BidWithFacts[], order: BidOrder) => sortBids(bids, order).map(({ solver }) => solver.name);

describe('the order of bids (product 2.20)', () => {
  it.each<[BidOrder, string[]]>([
    ['newest', ['Cleo', 'Bert', 'Anna']],
    ['price', ['Bert', 'Cleo', 'Anna']],
    ['days', ['Anna', 'Cleo', 'Bert']],
    ['rating', ['Cleo', 'Anna', 'Bert']],
  ])('sorts by %s', (order, expected) => expect(sort([anna, bert, cleo], order)).toEqual(expected));

  it('has the accepted bid first and decided ones last in every order', () => {
    const bids: BidWithFacts[] = [anna, { ...bert, status: 'withdrawn' }, { ...cleo, status: 'accepted' }];
    for (const order of ['newest', 'price', 'days', 'rating'] as const)
      expect(sort(bids, order)).toEqual(['Cleo', 'Anna', 'Bert']);
    expect(sort([{ ...anna, status: 'rejected' }, bert], 'rating')).toEqual(['Bert', 'Anna']);
  });
});
