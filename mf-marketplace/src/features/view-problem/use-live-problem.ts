import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent, watchProblem } from '@solvent/socket';
import { useEffect } from 'react';
import { problemBidsKey } from '../../api/bids.ts';
import { commentsKey, problemDetailKey } from '../../api/problem-keys.ts';

/** Refetches on live events, and after a reconnect, because missed events are not resent. */
export function useLiveProblem(id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetch = (...keys: (readonly string[])[]) =>
      keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
    const [problem, bids, comments] = [problemDetailKey(id), problemBidsKey(id), commentsKey(id)];
    const unsubscribers = [
      watchProblem(id),
      onServerEvent('problem', ({ _id }) => _id === id && refetch(problem, bids)),
      onServerEvent('bid', ({ problemId }) => problemId === id && refetch(problem, bids)),
      onServerEvent('comment', ({ problemId }) => problemId === id && refetch(comments)),
      onConnected(() => refetch(problem, bids, comments)),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [id, queryClient]);
}
