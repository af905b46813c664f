import type { ProblemEvent, TimelineResponse, TimelineEntry } from '@solvent/contracts';
import { http, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@solvent/http';
import { formatMoney, LoadError, PersonLink, requireField, RelativeTime, toCents } from '@solvent/kit';
import { Box, Button, Flex, Text } from '@solvent/ui';
import {
  CircleCheck,
  CircleSlash,
  DollarSign,
  Handshake,
  PackageCheck,
  Pencil,
  PencilLine,
  PenLine,
  RotateCcw,
  Unlink,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { problemPath, PROBLEMS_KEY } from '../../api/problem-keys.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { SideCard } from '../../problem/side-card.tsx';

async function fetchEvents(id: string, before: string | undefined, signal: AbortSignal): Promise<TimelineResponse> {
  const params = before === undefined ? {} : { before };
  const { data } = await http.get<Partial<TimelineResponse>>(`${problemPath(id)}/timeline`, { params, signal });
  return { timeline: requireField(data, 'timeline'), hasEarlierEvents: data.hasEarlierEvents ?? false };
}

/** `GET /problems/{id}/timeline`, in pages before an entry. */
const earlierOptions = (id: string, before: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...PROBLEMS_KEY, 'timeline', id, before],
    queryFn: ({ pageParam, signal }) => fetchEvents(id, pageParam, signal),
    initialPageParam: before,
    getNextPageParam: ({ timeline, hasEarlierEvents }) => (hasEarlierEvents ? timeline[0]?._id : undefined),
  });

/** Keeps the latest version of each entry: repeated events move to the end. */
const keepLatest = (entries: readonly TimelineEntry[]) => {
  const latest = new Map(entries.map((entry) => [entry._id, entry]));
  return entries.filter((entry) => latest.get(entry._id) === entry);
};

type ProblemTimeline = Pick<DetailedProblem, '_id' | 'timeline' | 'hasEarlierEvents'>;

/** Combines the latest entries, included in the problem, with earlier ones on request. */
function useEarlierEvents({ _id, timeline, hasEarlierEvents }: ProblemTimeline) {
  const [isOpen, setIsOpen] = useState(false);
  // Keeps the previous pages while a new latest entry changes the key.
  const { data, isFetching, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...earlierOptions(_id, timeline[0]?._id),
    enabled: isOpen && hasEarlierEvents,
    placeholderData: keepPreviousData,
  });
  const earlier = (data?.pages ?? []).toReversed().flatMap((page) => page.timeline);
  const onLoadEarlier = () => {
    if (!isOpen) setIsOpen(true);
    else void (data === undefined ? refetch() : fetchNextPage());
  };
  return {
    entries: keepLatest([...(hasEarlierEvents ? earlier : []), ...timeline]),
    hasMore: hasEarlierEvents && (data === undefined || hasNextPage),
    isLoading: isOpen && isFetching,
    failure: isFetching ? null : error,
    onLoadEarlier,
  };
}

const EVENTS: Record<ProblemEvent, { icon: LucideIcon; text: string }> = {
  posted: { icon: PenLine, text: ' posted the problem' },
  edited: { icon: Pencil, text: ' edited the problem' },
  budget_changed: { icon: DollarSign, text: ' changed the budget' },
  bid_accepted: { icon: Handshake, text: '’s bid was accepted' },
  delivered: { icon: PackageCheck, text: ' delivered the work' },
  changes_requested: { icon: PencilLine, text: ' asked for changes' },
  solved: { icon: CircleCheck, text: ' marked the problem solved' },
  parted: { icon: Unlink, text: ' ended the agreement, the problem is open again' },
  closed: { icon: CircleSlash, text: ' closed the problem' },
  reopened: { icon: RotateCcw, text: ' reopened the problem' },
};

/** An edit of the text, merged with a budget change of the same save. */
interface ShownEntry extends TimelineEntry {
  edit?: TimelineEntry;
}

const isOneSave = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.event === 'edited' && other.event === 'budget_changed' && one.at === other.at && one.person._id === other.person._id;

function mergeSaves(entries: readonly TimelineEntry[]): ShownEntry[] {
  const edits = new Map<TimelineEntry, TimelineEntry>();
  for (const entry of entries) {
    const edit = entries.find((other) => isOneSave(other, entry));
    if (edit) edits.set(entry, edit);
  }
  const merged = new Set(edits.values());
  return entries.filter((entry) => !merged.has(entry)).map((entry) => ({ ...entry, edit: edits.get(entry) }));
}

const formatTimes = ({ times }: TimelineEntry): string => (times > 1 ? ` ${times} times` : '');

function describeEntry({ event, budget, edit }: ShownEntry): string {
  const before = edit ? `${EVENTS.edited.text}${formatTimes(edit)} and` : '';
  if (event !== 'budget_changed' || !budget) return before + EVENTS[event].text;
  const verb = budget.after < budget.before ? 'lowered' : 'raised';
  return `${before} ${verb} the budget from ${formatMoney(toCents(budget.before))} to ${formatMoney(toCents(budget.after))}`;
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { event, person, at, times } = entry;
  const { icon: Icon } = EVENTS[event];
  return (
    <Flex as="li" gap="3" position="relative" pb="4" _last={{ pb: '0' }} css={{ '&:last-of-type > .rail': { display: 'none' } }}>
      <Box className="rail" aria-hidden position="absolute" insetStart="13px" top="28px" bottom="0" w="1px" bg="border" />
      <Flex
        aria-hidden
        boxSize="28px"
        flexShrink="0"
        align="center"
        justify="center"
        rounded="full"
        bg="bg.muted"
        color="fg.muted"
      >
        <Icon size={14} />
      </Flex>
      <Text color="fg.muted" minW="0" pt="1" overflowWrap="anywhere">
        <PersonLink person={person} />
        {describeEntry(entry)}
        {times > 1 ? `${formatTimes(entry)},` : null}{' '}
        <RelativeTime time={at} color="fg.subtle" fontVariantNumeric="tabular-nums" />
      </Text>
    </Flex>
  );
}

function Earlier({ failure, isLoading, onLoadEarlier }: ReturnType<typeof useEarlierEvents>) {
  return (
    <Flex mb="4">
      {failure ? (
        <LoadError size="inline" title="What happened before could not be loaded." error={failure} onRetry={onLoadEarlier} />
      ) : (
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          loading={isLoading}
          loadingText="Loading…"
          onClick={onLoadEarlier}
        >
          Show earlier
        </Button>
      )}
    </Flex>
  );
}

/** Events of the problem, oldest first, if there are several. Omits event types of newer servers. */
export function Timeline({ problem }: { problem: ProblemTimeline }) {
  const earlier = useEarlierEvents(problem);
  const shown = mergeSaves(earlier.entries.filter(({ event }) => event in EVENTS));
  if (shown.length <= 1 && !earlier.hasMore) return null;
  return (
    <SideCard title="Timeline">
      {earlier.hasMore ? <Earlier {...earlier} /> : null}
      <Box as="ol" listStyleType="none">
        {shown.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </Box>
    </SideCard>
  );
}
