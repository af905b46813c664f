import type { QueryClient } from '@solvent/http';
import { onServerEvent } from '@solvent/socket';
import { asListed, PROBLEM_LISTS_KEY, withChanged } from '../../api/problems.ts';
import type { ProblemPages } from '../../api/problems.ts';

const followed = new WeakSet<QueryClient>();

/**
 * Writes problems that the server says have changed into every cached list. Goes on after the page is left, once for a
 * cache: a list that somebody comes back to is as true as one that stayed on the screen.
 */
export function followProblemEvents(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  onServerEvent('problem', (changed) => {
    queryClient.setQueriesData<ProblemPages>({ queryKey: PROBLEM_LISTS_KEY }, (list) =>
      // The event is the same for all users: whether it is saved stands in the list.
      withChanged(list, changed._id, (problem) => asListed({ ...problem, ...changed, savedByMe: problem.savedByMe })),
    );
  });
}
