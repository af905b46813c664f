/** @jest-environment node */
import { buildProblem } from '@solvent/testing/factories';
import { toListedProblem } from './problems.ts';
import { getSavedProblems, savedProblemsOptions } from './saved-problems.ts';

const page = (first: number, last: number, total: number, removed: number[] = []) => ({
  total,
  problems: Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    return toListedProblem(buildProblem({ _id: `p${number}`, savedByMe: !removed.includes(number) }));
  }),
});
type Pages = Parameters<typeof getSavedProblems>[0];
const getNext = (...pages: Pages) => savedProblemsOptions.getNextPageParam(pages.at(-1) as Pages[0], [...pages], 1, [1]);

describe('the pages of saved problems (product 2.22)', () => {
  it('end with the last problem', () => {
    expect(getNext(page(1, 10, 20))).toBe(2);
    expect(getNext(page(1, 10, 20), page(11, 20, 20))).toBeUndefined();
    expect(getNext(page(1, 3, 3))).toBeUndefined();
  });

  it('skip none after a problem was removed: the first page is loaded again', () => {
    const first = page(1, 10, 12, [3]);
    expect(getNext(first)).toBe(1);
    const again = { ...page(1, 11, 11), problems: page(1, 11, 11).problems.filter(({ _id }) => _id !== 'p3') };
    expect(getSavedProblems([first, again]).map(({ _id }) => _id)).toEqual(
      Array.from({ length: 11 }, (_, index) => `p${index + 1}`),
    );
    expect(getNext(first, again)).toBe(2);
  });

  it('keep Undo for a removed problem that a later page still has, and end when a page has nothing new', () => {
    const pages = [page(1, 2, 2, [1]), page(1, 2, 2)];
    expect(getSavedProblems(pages).map(({ savedByMe }) => savedByMe)).toEqual([false, true]);
    expect(getNext(...pages)).toBeUndefined();
  });
});
