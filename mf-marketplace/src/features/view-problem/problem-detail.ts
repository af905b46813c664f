import type { Problem } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { asListed } from '../../problem/listed-problem.ts';
import type { ListedProblem } from '../../problem/listed-problem.ts';

type Detail = Pick<
  Problem,
  | 'body'
  | 'viewCount'
  | 'posterRating'
  | 'attachments'
  | 'timeline'
  | 'hasEarlierEvents'
  | 'myBid'
  | 'acceptedBid'
  | 'reviews'
  | 'reviewUntil'
>;

/** A problem as its page shows it: what the wire may leave out has its default. Its `body` is markdown. */
export type DetailedProblem = ListedProblem & Detail;

/** What a problem's answer always carries. */
type WireDetail = Partial<Problem> & Pick<Problem, '_id' | 'title'>;

function asDetailed(wire: WireDetail): DetailedProblem {
  const listed = asListed(wire);
  return {
    ...listed,
    body: wire.body ?? listed.description,
    viewCount: wire.viewCount ?? 0,
    posterRating: wire.posterRating ?? { rating: null, ratingCount: 0 },
    attachments: wire.attachments ?? [],
    timeline: wire.timeline ?? [],
    hasEarlierEvents: wire.hasEarlierEvents ?? false,
    myBid: wire.myBid ?? null,
    acceptedBid: wire.acceptedBid ?? null,
    reviews: wire.reviews ?? [],
    reviewUntil: wire.reviewUntil ?? null,
  };
}

export const problemDetailKey = (id: string) => ['problems', 'detail', id] as const;

async function fetchProblem(id: string, signal: AbortSignal): Promise<DetailedProblem> {
  const { data } = await http.get<{ problem?: WireDetail }>(`/problems/${encodeURIComponent(id)}`, { signal });
  if (!data.problem) throw new Error('Invalid format: the answer has no problem.');
  return asDetailed(data.problem);
}

/** `GET /problems/{id}` (spec 7). */
export const problemDetailOptions = (id: string) =>
  queryOptions({ queryKey: problemDetailKey(id), queryFn: ({ signal }) => fetchProblem(id, signal) });
