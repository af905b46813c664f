/** @jest-environment node */
import { buildProblem } from '@solvent/testing/factories';
import { dedupePages } from './feed-pages.ts';

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
