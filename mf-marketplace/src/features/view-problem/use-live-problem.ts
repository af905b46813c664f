import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent, watchProblem } from '@solvent/socket';
import { useEffect } from 'react';
import { problemDetailKey } from './problem-detail.ts';

/** Keeps a problem's page true while others change it; after a reconnection everything is asked for, since events do not wait. */
export function useLiveProblem(id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ask = (...keys: (readonly string[])[]) => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
    const [problem, bids, comments] = [problemDetailKey(id), ['bids', 'problem', id], ['comments', id]];
    const stops = [
      watchProblem(id),
      onServerEvent('problem', ({ _id }) => _id === id && ask(problem, bids)),
      onServerEvent('bid', ({ problemId }) => problemId === id && ask(problem, bids)),
      onServerEvent('comment', ({ problemId }) => problemId === id && ask(comments)),
      onConnected(() => ask(problem, bids, comments)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [id, queryClient]);
}
