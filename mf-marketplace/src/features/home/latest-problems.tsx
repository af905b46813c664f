import { formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, Heading, Panel, PersonAvatar, Skeleton, Text } from '@solvent/ui';
import type { ListedProblem } from '../../api/problems.ts';
import { useOpenProblems } from './use-open-problems.ts';

const SKELETON_ROWS = 5;
const ROW_HEIGHT = '64px';

const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '5',
    h: ROW_HEIGHT,
    borderTopWidth: '1px',
    transition: 'background 150ms',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

function Row({ problem }: { problem: ListedProblem }) {
  return (
    <RowLink to={`/view-problems/${problem._id}`}>
      <PersonAvatar person={problem.user} diameter={32} />
      <Box minW="0" flex="1">
        <Text fontWeight="500" truncate>
          {problem.title}
        </Text>
        <RelativeTime time={problem.createdAt} textStyle="meta" color="fg.subtle" />
      </Box>
      <Text fontWeight="700" fontVariantNumeric="tabular-nums">
        {formatMoney(toCents(problem.budget))}
      </Text>
    </RowLink>
  );
}

function RowSkeleton() {
  return (
    <Flex align="center" gap="3" px="5" h={ROW_HEIGHT} borderTopWidth="1px">
      <Skeleton boxSize="8" rounded="full" />
      <Skeleton flex="1" h="4" />
      <Skeleton w="10" h="4" />
    </Flex>
  );
}

export function LatestProblems() {
  const { problems, isPending } = useOpenProblems();
  if (!isPending && problems.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby="latest-problems" p="0" overflow="hidden" bg="bg.panel">
      <Heading as="h2" id="latest-problems" textStyle="ui" fontWeight="600" px="5" py="4">
        Latest problems
      </Heading>
      {isPending
        ? Array.from({ length: SKELETON_ROWS }, (_, row) => <RowSkeleton key={row} />)
        : problems.map((problem) => <Row key={problem._id} problem={problem} />)}
    </Panel>
  );
}
