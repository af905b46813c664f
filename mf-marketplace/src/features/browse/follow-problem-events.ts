import type { QueryClient } from '@solvent/http';
import { onServerEvent } from '@solvent/socket';
import { toListedProblem, updateInLists, PROBLEM_LISTS_KEY } from '../../api/problems.ts';

const followedClients = new WeakSet<QueryClient>();

/** Writes changed problems into cached lists. Never unsubscribes, so that lists stay current after leaving the page. */
export function followProblemEvents(queryClient: QueryClient): void {
  if (followedClients.has(queryClient)) return;
  followedClients.add(queryClient);
  onServerEvent('problem', (changed) => {
    // The event is the same for all users, so `savedByMe` comes from the list.
    updateInLists(queryClient, PROBLEM_LISTS_KEY, changed._id, (problem) =>
      toListedProblem({ ...problem, ...changed, savedByMe: problem.savedByMe }),
    );
  });
}
