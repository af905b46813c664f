import type { Problem } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { asListed } from '../../problem/listed-problem.ts';
import type { ListedProblem } from '../../problem/listed-problem.ts';

/** A problem as its page shows it: what the wire may leave out has its default. */
export interface DetailedProblem extends ListedProblem {
  /** Markdown. */
  body: string;
  viewCount: number;
}

/** What a problem's answer always carries. */
type WireDetail = Partial<Problem> & Pick<Problem, '_id' | 'title'>;

function asDetailed(wire: WireDetail): DetailedProblem {
  const listed = asListed(wire);
  return { ...listed, body: wire.body ?? listed.description, viewCount: wire.viewCount ?? 0 };
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
