import { useInfiniteQuery } from '@solvent/http';
import { INITIAL_QUERY, problemListOptions } from '../../api/problems.ts';

const SHOWN_COUNT = 5;

/** The newest open problems of other users. Uses the initial query of /problems, so that following a link there needs no request. */
export function useOpenProblems(viewerId?: string) {
  const { data, isPending } = useInfiniteQuery(problemListOptions(INITIAL_QUERY));
  const problems = data?.pages[0]?.problems.filter(({ status, user }) => status === 'open' && user._id !== viewerId) ?? [];
  return { problems: problems.slice(0, SHOWN_COUNT), isPending };
}
