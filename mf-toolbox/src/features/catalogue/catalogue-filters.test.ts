import { filterParams, modulesQueryOf, NO_FILTERS, parseFilters } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';

const all: CatalogueFilters = { search: 'chat & maps', tags: ['React', 'Node.js'], price: 'paid', sort: 'rating', page: 2 };

describe('the filters in the address', () => {
  it('come back as they were written', () => {
    expect(parseFilters(new URLSearchParams(filterParams(all).toString()))).toEqual(all);
  });

  it('leave the address bare as the catalogue opens', () => {
    expect(filterParams(NO_FILTERS).toString()).toBe('');
    expect(parseFilters(new URLSearchParams())).toEqual(NO_FILTERS);
  });

  it.each(['page=0', 'page=x', 'page=1.5', 'sort=evil', 'price=cheap', 'tags=COBOL,,', 'search=%20%20'])(
    'what makes no sense is left out: %s',
    (text) => {
      expect(parseFilters(new URLSearchParams(text))).toEqual(NO_FILTERS);
    },
  );

  it('become the query of the API, tags comma-joined', () => {
    expect(modulesQueryOf(all)).toEqual({ search: 'chat & maps', tags: 'React,Node.js', price: 'paid', sort: 'rating', page: 2 });
    expect(modulesQueryOf(NO_FILTERS)).toEqual({
      search: undefined,
      tags: undefined,
      price: undefined,
      sort: 'popular',
      page: 1,
    });
  });
});
