/** @jest-environment node */
import { countCharacters, SAVED_SEARCHES } from '@solvent/contracts';
import { FULL_PRICE, INITIAL_FILTERS } from './filters.ts';
import { getSearchName, describeSearch } from './search-name.ts';

describe('the name of a search (product 2.52, 3.32)', () => {
  it.each([
    [
      '“socket” · Database · $50–$2,500 · In progress · Go · Most bids',
      { search: 'socket', category: 'database', price: [50, 2500], status: 'in-progress', tags: ['Go'], sort: 'bids' },
    ],
    ['“socket” · Newest', { search: 'socket', price: FULL_PRICE, sort: 'newest' }],
    ['$0–$1,000', {}],
    ['All problems', { price: FULL_PRICE }],
  ] as const)('is %s', (name, filters) => {
    expect(getSearchName({ ...INITIAL_FILTERS, ...filters })).toBe(name);
  });

  it('is cut at the limit, not within a character', () => {
    const filters = { ...INITIAL_FILTERS, search: `${'x'.repeat(77)}😀😀😀` };
    const name = getSearchName(filters);
    expect(name).toBe(`“${'x'.repeat(77)}😀…`);
    expect(countCharacters(name)).toBe(SAVED_SEARCHES.nameMax);
    expect(describeSearch(filters)).toContain('😀😀😀');
  });
});
