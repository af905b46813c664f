import type { ListedProblem, ProblemListPage } from '../../api/problems.ts';

interface FeedPage {
  problems: readonly ListedProblem[];
  firstPosition: number;
}

/** Removes problems that an earlier page shows: new ones shift later pages. Pages without duplicates keep their array. */
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
