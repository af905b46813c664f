import type { AnnouncedProblem } from '@solvent/contracts';
import type { InfiniteData, QueryClient } from '@solvent/http';
import { onServerEvent } from '@solvent/socket';
import { asListed, PROBLEM_LISTS_KEY } from '../../api/problems.ts';
import type { ProblemListPage } from '../../api/problems.ts';

type Lists = InfiniteData<ProblemListPage, number>;

/** The same list with one problem as it is now. Pages without it stay the same objects, so that they do not render. */
function withProblem(list: Lists | undefined, changed: AnnouncedProblem): Lists | undefined {
  if (!list?.pages.some(({ problems }) => problems.some(({ _id }) => _id === changed._id))) return list;
  const pages = list.pages.map((page) => {
    const at = page.problems.findIndex(({ _id }) => _id === changed._id);
    return at < 0
      ? page
      : {
          ...page,
          problems: page.problems.with(
            at,
            asListed({ ...page.problems[at], ...changed, savedByMe: page.problems[at]?.savedByMe ?? false }),
          ),
        };
  });
  return { ...list, pages };
}

const followed = new WeakSet<QueryClient>();

/**
 * Writes problems that the server says have changed into every cached list. Goes on after the page is left, once for a
 * cache: a list that somebody comes back to is as true as one that stayed on the screen.
 */
export function followProblemEvents(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  onServerEvent('problem', (changed) => {
    queryClient.setQueriesData<Lists>({ queryKey: PROBLEM_LISTS_KEY }, (list) => withProblem(list, changed));
  });
}
