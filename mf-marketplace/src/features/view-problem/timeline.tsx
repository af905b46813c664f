import type { ProblemEvent, TimelineEntry } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Box, Button, Flex, Text } from '@solvent/ui';
import { CircleCheck, CircleSlash, Handshake, Pencil, PenLine, RotateCcw, Unlink } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { PersonLink } from '../../person/person-link.tsx';
import type { DetailedProblem } from './problem-detail.ts';
import { ProblemSection } from './problem-section.tsx';
import { useEarlierEvents } from './use-earlier-events.ts';

/** What stands after the person's name. */
const EVENTS: Record<ProblemEvent, { icon: LucideIcon; words: string }> = {
  posted: { icon: PenLine, words: ' posted the problem' },
  edited: { icon: Pencil, words: ' edited the problem' },
  bid_accepted: { icon: Handshake, words: '’s bid was accepted' },
  solved: { icon: CircleCheck, words: ' marked the problem solved' },
  parted: { icon: Unlink, words: ' parted ways, the problem is open again' },
  closed: { icon: CircleSlash, words: ' closed the problem' },
  reopened: { icon: RotateCcw, words: ' reopened the problem' },
};

function Entry({ entry: { event, person, at, times } }: { entry: TimelineEntry }) {
  const { icon: Icon, words } = EVENTS[event];
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
        {words}
        {times > 1 ? ` ${times} times,` : null}{' '}
        <RelativeTime time={at} color="fg.subtle" fontVariantNumeric="tabular-nums" ms="1" />
      </Text>
    </Flex>
  );
}

function Earlier({ hasFailed, isLoading, onMore }: ReturnType<typeof useEarlierEvents>) {
  return (
    <Flex align="center" gap="3" wrap="wrap" mb="4">
      {hasFailed ? (
        <Box role="alert" color="fg.error">
          What happened before could not be loaded.
        </Box>
      ) : null}
      <Button size="sm" variant="outline" colorPalette="gray" loading={isLoading} loadingText="Loading…" onClick={onMore}>
        {hasFailed ? 'Try again' : 'Show earlier'}
      </Button>
    </Flex>
  );
}

/** What has happened to the problem, oldest first; what is further back at a click. What this version has no words for is left out. */
export function Timeline({ problem }: { problem: Pick<DetailedProblem, '_id' | 'timeline' | 'hasEarlierEvents'> }) {
  const earlier = useEarlierEvents(problem);
  const told = earlier.entries.filter(({ event }) => event in EVENTS);
  if (told.length === 0) return null;
  return (
    <ProblemSection title="Timeline">
      {earlier.hasMore ? <Earlier {...earlier} /> : null}
      <Box as="ol" listStyleType="none">
        {told.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </Box>
    </ProblemSection>
  );
}
