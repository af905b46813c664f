import type { ProblemBidsAnswer } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';

export const BIDS_KEY = ['bids'] as const;

export const problemBidsKey = (problemId: string) => [...BIDS_KEY, 'problem', problemId] as const;

async function fetchProblemBids(problemId: string, signal: AbortSignal): Promise<ProblemBidsAnswer> {
  const { data } = await http.get<Partial<ProblemBidsAnswer>>('/bids', { params: { problemId }, signal });
  if (!Array.isArray(data.bids)) throw new Error('Invalid format: the answer has no array of bids.');
  return { bids: data.bids, count: data.count ?? data.bids.length };
}

/** `GET /bids?problemId=`: those that the viewer may see. */
export const problemBidsOptions = (problemId: string) =>
  queryOptions({ queryKey: problemBidsKey(problemId), queryFn: ({ signal }) => fetchProblemBids(problemId, signal) });
