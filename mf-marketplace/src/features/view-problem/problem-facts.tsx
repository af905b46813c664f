import { Box, Flex, Text } from '@solvent/ui';
import { dollars } from '../../problem/money.ts';
import { counted } from './counted.ts';
import type { DetailedProblem } from './problem-detail.ts';

/** What it pays, and how many want it: a line each in the bar of small screens. */
export function ProblemFacts({ problem: { budget, bidCount } }: { problem: DetailedProblem }) {
  return (
    <Flex
      direction={{ base: 'column', lg: 'row' }}
      justify="space-between"
      align={{ lg: 'end' }}
      columnGap="6"
      minW="0"
      fontVariantNumeric="tabular-nums"
    >
      <Box>
        <Text color="fg.muted" hideBelow="lg">
          Budget
        </Text>
        <Text textStyle={{ base: 'cardTitle', lg: 'pageTitle' }}>{dollars(budget)}</Text>
      </Box>
      <Text color="fg.muted" whiteSpace="nowrap" pb={{ lg: '1' }} textStyle={{ base: 'meta', lg: 'body' }} aria-live="polite">
        {counted(bidCount, 'Bid', 'Bids')}
      </Text>
    </Flex>
  );
}
