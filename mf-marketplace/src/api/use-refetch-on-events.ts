import type { QueryKey } from '@solvent/http';
import { useInvalidateOnEvents } from '@solvent/kit';
import type { QueryKeysByEvent } from '@solvent/kit';
import { problemBidsKey } from './bids.ts';
import { commentsKey, problemDetailKey } from './problem-keys.ts';

const PROBLEM_EVENTS: QueryKeysByEvent = {
  problem: ({ _id }) => [problemDetailKey(_id), problemBidsKey(_id)],
  bid: ({ problemId }) => [problemDetailKey(problemId), problemBidsKey(problemId)],
  comment: ({ problemId }) => [commentsKey(problemId)],
};

/** Refetches an open problem on live events. */
export const useRefetchProblemOnEvents = (id: string): void =>
  useInvalidateOnEvents(PROBLEM_EVENTS, [problemDetailKey(id), problemBidsKey(id), commentsKey(id)]);

/** Refetches lists and totals of the signed-in user on live events. */
export function useRefetchOnEvents(queryKey: QueryKey): void {
  const getKeys = () => [queryKey];
  useInvalidateOnEvents({ bid: getKeys, problem: getKeys, notification: getKeys }, [queryKey]);
}
