import type { ListedProblem, ProblemListPage } from '../../api/problems.ts';

interface FeedPage {
  problems: readonly ListedProblem[];
  firstPlace: number;
}

/**
 * The pages without what an earlier one shows already: a problem posted meanwhile pushes the last of one page onto the
 * next. A page without such a guest keeps its array.
 */
export function feedPages(pages: readonly ProblemListPage[]): FeedPage[] {
  const seen = new Set<string>();
  return pages.map(({ problems }) => {
    const firstPlace = seen.size + 1;
    const isFresh = problems.every(({ _id }) => !seen.has(_id));
    const fresh = isFresh ? problems : problems.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of fresh) seen.add(_id);
    return { problems: fresh, firstPlace };
  });
}
