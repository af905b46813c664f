import type { ListedProblem, ProblemListPage } from '../../api/problems.ts';

interface FeedPage {
  problems: readonly ListedProblem[];
  firstPosition: number;
}

/**
 * The pages without what an earlier one shows already: a problem posted meanwhile pushes the last of one page onto the
 * next. A page without such a guest keeps its array.
 */
export function dedupePages(pages: readonly ProblemListPage[]): FeedPage[] {
  const seen = new Set<string>();
  return pages.map(({ problems }) => {
    const firstPosition = seen.size + 1;
    const hasNoDuplicates = problems.every(({ _id }) => !seen.has(_id));
    const unique = hasNoDuplicates ? problems : problems.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of unique) seen.add(_id);
    return { problems: unique, firstPosition };
  });
}
