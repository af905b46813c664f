import { buildProblem } from '@solvent/testing/factories';
import { dedupePages, isPauseAfter, markPage, readPage } from './feed-pages.ts';

const page = (...ids: string[]) => ({ problems: ids.map((_id) => buildProblem({ _id })), totalPages: 2, total: 5 });

describe('the pages of the list (product 2.17, 4.15)', () => {
  it('have the position of their first problem', () => {
    expect(dedupePages([page('a', 'b'), page('c')]).map(({ firstPosition }) => firstPosition)).toEqual([1, 3]);
  });

  it('show a problem that moved to the next page only once', () => {
    const pages = dedupePages([page('a', 'b'), page('b', 'c')]);
    expect(pages[1]?.problems.map(({ _id }) => _id)).toEqual(['c']);
    expect(pages[1]?.firstPosition).toBe(3);
  });

  it('keep the same arrays, so that they do not render again', () => {
    const first = page('a');
    expect(dedupePages([first])[0]?.problems).toBe(first.problems);
  });
});

it('the list pauses after each third page (product 2.17)', () => {
  expect([0, 1, 2, 3, 4, 6].filter(isPauseAfter)).toEqual([3, 6]);
});

describe('the page in the address (product 10.16)', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=9999', 6],
    ['page=0', 1],
    ['page=abc', 1],
    ['page=-2', 1],
    ['page=2.5', 1],
    ['page=99999999999', 1],
  ])('%j restores %i', (search, restored) => {
    expect(readPage(new URLSearchParams(search))).toBe(restored);
  });

  it('is written beside the filters of the list, keeps the history entry, and is left out for one page', () => {
    const mark = (at: string, pageCount: number) => {
      window.history.replaceState({ key: 'entry' }, '', at);
      markPage(pageCount);
      return window.location.pathname + window.location.search;
    };
    expect(mark('/problems?tags=React,AWS', 3)).toBe('/problems?tags=React,AWS&page=3');
    expect(window.history.state).toEqual({ key: 'entry' });
    expect(mark('/problems?page=4', 1)).toBe('/problems');
    expect(mark('/view-problems/p1', 3)).toBe('/view-problems/p1');
  });
});
