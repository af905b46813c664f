import type { QueryClient } from '@solvent/http';
import { updateCachedData } from '@solvent/kit';
import { onServerEvent } from '@solvent/socket';
import { toListedProblem, PROBLEM_LISTS_KEY, withProblem } from '../../api/problems.ts';
import type { ProblemPages } from '../../api/problems.ts';

const followedClients = new WeakSet<QueryClient>();

/** Writes changed problems into cached lists. Never unsubscribes, so that lists stay current after leaving the page. */
export function followProblemEvents(queryClient: QueryClient): void {
  if (followedClients.has(queryClient)) return;
  followedClients.add(queryClient);
  onServerEvent('problem', (changed) => {
    // The event is the same for all users, so `savedByMe` comes from the list.
    updateCachedData(queryClient, { queryKey: PROBLEM_LISTS_KEY }, (list: ProblemPages) =>
      withProblem(list, changed._id, ({ savedByMe, ...problem }) => toListedProblem({ ...problem, ...changed, savedByMe })),
    );
  });
}
