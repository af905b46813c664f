import type { QueryClient } from '@solvent/http';
import { onServerEvent } from '@solvent/socket';
import { toListedProblem, updateInLists, PROBLEM_LISTS_KEY } from '../../api/problems.ts';

const followedClients = new WeakSet<QueryClient>();

/**
 * Writes problems that the server says have changed into every cached list. Goes on after the page is left, once for a
 * cache: a list that somebody comes back to is as true as one that stayed on the screen.
 */
export function followProblemEvents(queryClient: QueryClient): void {
  if (followedClients.has(queryClient)) return;
  followedClients.add(queryClient);
  onServerEvent('problem', (changed) => {
    // The event is the same for all users: whether the problem is saved is in the list.
    updateInLists(queryClient, PROBLEM_LISTS_KEY, changed._id, (problem) =>
      toListedProblem({ ...problem, ...changed, savedByMe: problem.savedByMe }),
    );
  });
}
