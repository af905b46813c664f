/** @jest-environment node */
import { INITIAL_QUERY } from '../../api/problems.ts';
import { getActiveFilters } from './filter-chips.tsx';
import { isFiltered, toFilters, INITIAL_FILTERS, readFilters, toQuery, writeFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { toSortFilter, getSortOptions } from './use-filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

const all: ProblemFilters = {
  search: 'socket io',
  tags: ['React', 'Next.js'],
  price: [50, 2500],
  category: 'ai-ml',
  status: 'in-progress',
  dueWithin: 7,
  sort: 'budget',
};

describe('filters in the URL (product 3.20)', () => {
  it('has no parameters for the initial filters', () => {
    expect(writeFilters(INITIAL_FILTERS)).toBe('');
    expect(read('')).toEqual(INITIAL_FILTERS);
  });

  it('is short and readable, and survives a round trip', () => {
    expect(writeFilters(all)).toBe(
      '?q=socket+io&tags=React,Next.js&price=50-2500&category=ai-ml&status=in-progress&due=7&sort=budget',
    );
    expect(read(writeFilters(all))).toEqual(all);
  });

  it.each([
    'price=9-1',
    'price=x',
    'price=-5-10',
    'category=nope',
    'status=nope',
    'sort=nope',
    'due=8',
    'tags=,',
    'q=++',
    'other=1',
  ])('ignores %s', (search) => {
    expect(read(search)).toEqual(INITIAL_FILTERS);
  });

  it('keeps a price within $0 to $10,000, and each tag once', () => {
    expect(read('price=0-99999').price).toEqual([0, 10_000]);
    expect(read('tags=React,React, AWS').tags).toEqual(['React', 'AWS']);
  });
});

describe('the query of GET /problems (product 7.4)', () => {
  it('has only the committed price range for the initial filters', () => {
    expect(toQuery(INITIAL_FILTERS)).toStrictEqual({ price_min: 0, price_max: 1000 });
    expect(toQuery(INITIAL_FILTERS)).toEqual(INITIAL_QUERY);
  });

  it('joins tags by commas', () => {
    expect(toQuery(all)).toEqual({
      search: 'socket io',
      tags: 'React,Next.js',
      price_min: 50,
      price_max: 2500,
      category: 'ai-ml',
      status: 'in-progress',
      due_within: 7,
      sort: 'budget',
    });
  });
});

describe('active filters (product 2.16)', () => {
  it('include every filter that is set, not the initial price range or all prices; removing a price shows all', () => {
    expect(getActiveFilters(INITIAL_FILTERS)).toEqual([]);
    expect(getActiveFilters({ ...INITIAL_FILTERS, price: [0, 10_000] })).toEqual([]);
    const cheap = { label: '$0–$500', removal: { price: [0, 10_000] } };
    expect(getActiveFilters({ ...INITIAL_FILTERS, price: [0, 500] })).toEqual([cheap]);
    const labels = getActiveFilters(all).map(({ label }) => label);
    expect(labels).toEqual([
      '“socket io”',
      'AI & Machine Learning',
      '$50–$2,500',
      'In progress',
      'Done within 7 days',
      'React',
      'Next.js',
    ]);
  });

  it('do not count the initial price range or the sort order for an empty list (product 2.17)', () => {
    expect(isFiltered(INITIAL_FILTERS)).toBe(false);
    expect(isFiltered({ ...INITIAL_FILTERS, sort: 'bids' })).toBe(false);
    expect(isFiltered({ ...INITIAL_FILTERS, tags: ['React'] })).toBe(true);
    expect(isFiltered({ ...INITIAL_FILTERS, price: [0, 500] })).toBe(true);
  });
});

describe('filters of a saved search (product 2.52, 4.29)', () => {
  it.each([all, INITIAL_FILTERS])('are those it was saved with', (filters) => {
    expect(writeFilters(toFilters(JSON.parse(JSON.stringify(toQuery(filters)))))).toBe(writeFilters(filters));
  });

  it('include all prices if the search has none, and stay within the range of the slider', () => {
    expect(writeFilters(toFilters({}))).toBe('?price=0-10000');
    expect(toFilters({ price_max: 1_000_000 }).price).toEqual([0, 10_000]);
  });
});

it('sorts by Best match by default only for a search (product 2.16)', () => {
  const searching = { ...INITIAL_FILTERS, search: 'socket' };
  const labels = getSortOptions(INITIAL_FILTERS).options.map(({ label }) => label);
  expect(labels).toEqual(['Newest', 'Highest budget', 'Lowest budget', 'Most bids', 'Fewest bids']);
  expect(getSortOptions(searching).options.map(({ label }) => label)).toEqual(['Best match', ...labels]);
  expect([getSortOptions(INITIAL_FILTERS).value, getSortOptions(searching).value]).toEqual(['newest', 'best']);
  expect([toSortFilter(INITIAL_FILTERS, 'newest'), toSortFilter(searching, 'best')]).toEqual([
    { sort: undefined },
    { sort: undefined },
  ]);
  expect([toSortFilter(searching, 'newest'), toSortFilter(searching, 'bids')]).toEqual([{ sort: 'newest' }, { sort: 'bids' }]);
});
