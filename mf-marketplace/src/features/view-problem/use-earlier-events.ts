import type { TimelineAnswer, TimelineEntry } from '@solvent/contracts';
import { http, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@solvent/http';
import { useState } from 'react';
import type { DetailedProblem } from './problem-detail.ts';

async function fetchEvents(id: string, before: string | undefined, signal: AbortSignal): Promise<TimelineAnswer> {
  const params = before === undefined ? {} : { before };
  const { data } = await http.get<TimelineAnswer>(`/problems/${encodeURIComponent(id)}/timeline`, { params, signal });
  if (!Array.isArray(data.timeline)) throw new Error('Invalid format: the answer has no timeline.');
  return data;
}

/** `GET /problems/{id}/timeline`: page after page, what happened before an entry. */
const earlierOptions = (id: string, before: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['problems', 'timeline', id, before],
    queryFn: ({ pageParam, signal }) => fetchEvents(id, pageParam, signal),
    initialPageParam: before,
    getNextPageParam: ({ timeline, hasEarlierEvents }) => (hasEarlierEvents ? timeline[0]?._id : undefined),
  });

/** Each entry once, as it is known last: what happens again moves to the end. */
const distinct = (entries: readonly TimelineEntry[]) => {
  const latest = new Map(entries.map((entry) => [entry._id, entry]));
  return entries.filter((entry) => latest.get(entry._id) === entry);
};

/** A problem's timeline: its latest entries, which the problem brings, and those before them once they are asked for. */
export function useEarlierEvents({
  _id,
  timeline,
  hasEarlierEvents,
}: Pick<DetailedProblem, '_id' | 'timeline' | 'hasEarlierEvents'>) {
  const [isOpen, setIsOpen] = useState(false);
  // While the latest entries change, those before them are asked for anew, and stand until they are there.
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...earlierOptions(_id, timeline[0]?._id),
    enabled: isOpen && hasEarlierEvents,
    placeholderData: keepPreviousData,
  });
  const earlier = (data?.pages ?? []).toReversed().flatMap((page) => page.timeline);
  const ask = () => {
    if (!isOpen) setIsOpen(true);
    else void (data === undefined ? refetch() : fetchNextPage());
  };
  return {
    entries: distinct([...(hasEarlierEvents ? earlier : []), ...timeline]),
    hasMore: hasEarlierEvents && (data === undefined || hasNextPage),
    isLoading: isOpen && isFetching,
    hasFailed: isError && !isFetching,
    onMore: ask,
  };
}
